import { createHttp, FIRESTORE_ORIGIN } from "@dailyleet/client";
import { type Config, openPath } from "@dailyleet/core";
import type { Database } from "@dailyleet/local";
import { withDeadline } from "../../cloud/deadline.ts";
import { emulatorsOf } from "../../cloud/emulators.ts";
import { servicesOf } from "../../cloud/services.ts";
import { openDocuments, requireSignIn } from "../../cloud/session.ts";
import type { Context } from "../../context.ts";
import { type Finding, fromError, ok } from "./finding.ts";

const DEADLINE_MS = 5_000;

export interface Reachability {
  readonly findings: readonly Finding[];
  /** The servers' own clock in milliseconds since the epoch; null when none answered. */
  readonly serverTime: number | null;
}

export interface SignInCheck {
  /** Who is signed in; null for nobody. */
  readonly uid: string | null;
  readonly finding: Finding;
}

/** Asks each server of the cloud once, all at the same time; whatever it answers, it is there. */
export async function checkServers(context: Context): Promise<Reachability> {
  let origins: Record<string, string>;
  try {
    origins = originsOf(context);
  } catch (error) {
    return { findings: [fromError("network", error)], serverTime: null };
  }
  const http = createHttp({ transport: context.transport, wait: context.wait });
  const ask = async ([name, origin]: [string, string]) => {
    try {
      const { headers } = await http({ method: "GET", url: `${origin}/`, server: origin, timeoutMs: DEADLINE_MS });
      return { finding: ok("network", `${name}: ${origin} answers`), time: Date.parse(headers.date ?? "") };
    } catch (error) {
      return { finding: fromError("network", error), time: Number.NaN };
    }
  };
  const answers = await Promise.all(Object.entries(origins).map(ask));
  const times = answers.map(({ time }) => time).filter((time) => !Number.isNaN(time));
  return { findings: answers.map(({ finding }) => finding), serverTime: times[0] ?? null };
}

function originsOf({ env }: Context): Record<string, string> {
  const { firestore, auth, google } = emulatorsOf(env);
  return {
    database: firestore ?? FIRESTORE_ORIGIN,
    "sign-in": auth ?? "https://securetoken.googleapis.com",
    "device login": google ?? "https://oauth2.googleapis.com",
  };
}

/** Whether the sign-in that is kept still opens the person's document. */
export async function checkSignIn(context: Context, config: Config, database: Database): Promise<SignInCheck> {
  try {
    const services = servicesOf(context, config, withDeadline(context, DEADLINE_MS));
    const { uid, email } = requireSignIn(context, services);
    const documents = openDocuments(context, services, uid, database);
    const failure = await documents.get(openPath(uid)).then(
      () => null,
      (error: unknown) => error,
    );
    const name = `${email ?? uid} in the project ${services.projectId}`;
    return { uid, finding: failure === null ? ok("sign-in", name) : fromError("sign-in", failure) };
  } catch (error) {
    return { uid: null, finding: fromError("sign-in", error) };
  }
}
