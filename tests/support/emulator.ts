import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { startProcess } from "./emulatorProcess.ts";

/** Google's own Firestore emulator, started with the project's `firestore.rules`. */
export interface Emulator {
  /** `127.0.0.1:PORT`, as FIRESTORE_EMULATOR_HOST takes it. */
  readonly host: string;
  readonly projectId: string;
  /** Address of the database's root; a document path is appended after a '/'. */
  readonly documentsUrl: string;
  /** An ID token of `uid`. The emulator checks no signatures, so it has none. */
  token(uid: string): string;
  wipe(): Promise<void>;
  /** Replaces the rules; rejects with the compiler's words when they are no rules. */
  setRules(text: string): Promise<void>;
  stop(): Promise<void>;
}

const MAX_STARTS = 3;

/**
 * Starts an emulator on a free port; call it once in a file, at its top level, and stop it in `afterAll`.
 * Null where gcloud or its emulator component is not installed: then it says that `checks` were left out.
 */
export async function startEmulator(checks = "What needs the Firestore emulator"): Promise<Emulator | null> {
  const gcloud = findGcloud();
  if (gcloud === null) {
    console.warn(
      `\n*** SKIPPED: ${checks}. Install the gcloud CLI and run 'gcloud components install cloud-firestore-emulator'.\n`,
    );
    return null;
  }
  for (let start = 1; ; start++) {
    try {
      const { host, stop } = await startProcess(gcloud);
      const emulator = describeEmulator(host, stop);
      await warmUp(emulator);
      return emulator;
    } catch (error) {
      // Another program may have taken the port in between.
      if (start === MAX_STARTS) throw error;
    }
  }
}

/** The gcloud program whose SDK holds the emulator; asking gcloud itself would take seconds. */
function findGcloud(): string | null {
  for (const directory of (process.env.PATH ?? "").split(delimiter)) {
    const program = join(directory, "gcloud");
    if (!existsSync(program)) continue;
    const sdk = dirname(dirname(realpathSync(program)));
    return existsSync(join(sdk, "platform", "cloud-firestore-emulator")) ? program : null;
  }
  return null;
}

function describeEmulator(host: string, stop: () => Promise<void>): Emulator {
  const documents = `projects/${LOCAL_PROJECT_ID}/databases/(default)/documents`;
  const manage = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://${host}/emulator/v1/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the Firestore emulator answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    host,
    projectId: LOCAL_PROJECT_ID,
    documentsUrl: `http://${host}/v1/${documents}`,
    token: unsignedToken,
    stop,
    wipe: async () => {
      await manage("DELETE", documents);
    },
    setRules: async (text) => {
      const rules = { files: [{ name: "security.rules", content: text }] };
      await manage("PUT", `projects/${LOCAL_PROJECT_ID}:securityRules`, { rules });
    },
  };
}

/** The first write loads the emulator's code and the rules, which takes seconds: nobody's tick shall wait for that. */
async function warmUp({ documentsUrl, token, wipe }: Emulator): Promise<void> {
  const fields = { year: { integerValue: "2026" }, 1: { mapValue: { fields: { 1: { booleanValue: true } } } } };
  const response = await fetch(`${documentsUrl}/dailyleet/v1/data/nobody`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${token("nobody")}`, "content-type": "application/json" },
    body: JSON.stringify({ fields }),
  });
  if (!response.ok) throw new Error(`the Firestore emulator refused a first tick: ${await response.text()}`);
  await wipe();
}

function unsignedToken(uid: string): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${LOCAL_PROJECT_ID}`,
    aud: LOCAL_PROJECT_ID,
    sub: uid,
    user_id: uid,
    auth_time: now,
    iat: now,
    exp: now + 3600,
    firebase: { sign_in_provider: "google.com", identities: {} },
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ alg: "none", typ: "JWT" })}.${encode(payload)}.`;
}
