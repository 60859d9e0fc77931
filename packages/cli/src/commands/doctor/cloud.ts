import { createHttp, FIRESTORE_ORIGIN } from "@dailyleet/client";
import { type Config, counted, openPath } from "@dailyleet/core";
import { createOutbox, type Database } from "@dailyleet/local";
import { emulatorsOf } from "../../cloud/emulators.ts";
import { proxyFor } from "../../cloud/proxy.ts";
import { servicesOf, withDeadline } from "../../cloud/services.ts";
import { openDocuments, requireSession } from "../../cloud/session.ts";
import type { Context } from "../../context.ts";
import { examine, type Finding, hint, mend, ok } from "./finding.ts";

const DEADLINE_MS = 5_000;

/** Any answer of a server will do. `serverTime` is in milliseconds, null without an answer. */
export async function checkServers(context: Context) {
  const http = createHttp(context);
  let serverTime = null as number | null;
  const ask = ([name, origin]: [string, string]) =>
    examine("network", async () => {
      const { headers } = await http({ method: "GET", url: `${origin}/`, server: origin, timeoutMs: DEADLINE_MS });
      serverTime ??= headers.date ? Date.parse(headers.date) : null;
      const proxy = proxyFor(new URL(origin), context.env);
      const way = proxy ? ` through the proxy ${proxy.host} (${proxy.variable})` : "";
      return ok("network", `${name}: ${origin} answers${way}`);
    });
  const findings = await examine("network", async () => {
    const { firestore, auth, google } = emulatorsOf(context.env);
    const origins = {
      database: firestore ?? FIRESTORE_ORIGIN,
      "sign-in": auth ?? "https://securetoken.googleapis.com",
      "device login": google ?? "https://oauth2.googleapis.com",
    };
    return (await Promise.all(Object.entries(origins).map(ask))).flat();
  });
  return { findings, serverTime };
}

/** Whether the saved sign-in still opens the person's document; `uid` is null when nobody is signed in. */
export async function checkSignIn(context: Context, config: Config, database: Database) {
  let uid = null as string | null;
  const findings = await examine("sign-in", async () => {
    const services = servicesOf(context, config, withDeadline(context, DEADLINE_MS));
    const session = requireSession(context, services.issuer);
    const documents = openDocuments(context, services, session.uid, database);
    uid = session.uid;
    await documents.get(openPath(uid));
    return ok("sign-in", `${session.email ?? uid} in the project ${services.projectId}`);
  });
  return { findings, uid };
}

/** Changes that wait for the cloud, of `uid`, who is signed in, and of others. */
export async function checkUnsent(database: Database, uid: string): Promise<Finding[]> {
  const own = await createOutbox(database).list(uid);
  const refused = own.filter((change) => change.refused !== undefined);
  const waiting = own.length - refused.length;
  const others = database.get<{ count: number }>("SELECT count(*) AS count FROM outbox WHERE uid <> ?", uid)?.count;
  const findings: Finding[] = [];
  if (refused.length > 0) {
    const found = `${counted(refused.length, "change")} refused: ${refused[0]?.refused}`;
    findings.push(mend("unsent", found, "run 'dailyleet sync' to try again"));
  }
  if (waiting > 0) findings.push(hint("unsent", `${counted(waiting, "change")} waiting`, "run 'dailyleet sync'"));
  if (others) {
    const found = `${counted(others, "change")} of another account`;
    findings.push(hint("unsent", found, "they are sent when that account signs in here"));
  }
  return findings.length > 0 ? findings : [ok("unsent", "nothing to send")];
}
