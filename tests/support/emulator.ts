import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { freePort } from "./freePort.ts";
import { waitForOutput } from "./process.ts";

export type Emulator = ReturnType<typeof describeEmulator>;

const MAX_STARTS = 3;

/**
 * Starts an emulator on a free port. Call it once in a file, at its top level, and stop the emulator in `afterAll`.
 * Without gcloud or its emulator component it returns null and warns that `checks` were skipped.
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
      // Another program may have taken the port meanwhile.
      if (start === MAX_STARTS) throw error;
    }
  }
}

/** The gcloud program of the SDK that holds the emulator, found without running gcloud, which takes seconds. */
function findGcloud(): string | null {
  for (const directory of (process.env.PATH ?? "").split(delimiter)) {
    const program = join(directory, "gcloud");
    if (!existsSync(program)) continue;
    const sdk = dirname(dirname(realpathSync(program)));
    return existsSync(join(sdk, "platform", "cloud-firestore-emulator")) ? program : null;
  }
  return null;
}

/** Google's Firestore emulator with the project's `firestore.rules`. */
function describeEmulator(host: string, stop: () => Promise<void>) {
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
    /** `127.0.0.1:PORT`, for FIRESTORE_EMULATOR_HOST. */
    host,
    projectId: LOCAL_PROJECT_ID,
    /** URL of the database's root; append '/' and a document path. */
    documentsUrl: `http://${host}/v1/${documents}`,
    /** An unsigned ID token of `uid`: the emulator checks no signatures. */
    token: unsignedToken,
    stop,
    wipe: async () => {
      await manage("DELETE", documents);
    },
    /** Replaces the rules. Rejects with the compiler's message if they are invalid. */
    setRules: async (text: string) => {
      const rules = { files: [{ name: "security.rules", content: text }] };
      await manage("PUT", `projects/${LOCAL_PROJECT_ID}:securityRules`, { rules });
    },
  };
}

/** The first write loads the emulator's code and the rules, which takes seconds; do it before any test's write. */
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

const RULES_FILE = fileURLToPath(new URL("../../firestore.rules", import.meta.url));
const READY_MS = 60_000;
const STOP_MS = 10_000;

/** Starts the emulator with the project's rules on a free port and resolves when it is ready. */
async function startProcess(gcloud: string) {
  accessSync(RULES_FILE);
  const host = `127.0.0.1:${await freePort()}`;
  const settings = mkdtempSync(join(tmpdir(), "dailyleet-gcloud-"));
  const process_ = spawn(
    gcloud,
    [
      "emulators",
      "firestore",
      "start",
      `--host-port=${host}`,
      `--rules=${RULES_FILE}`,
      `--project=${LOCAL_PROJECT_ID}`,
    ],
    {
      // A process group of its own, because gcloud starts a shell that starts Java.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        JAVA_TOOL_OPTIONS: "-Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        CLOUDSDK_CONFIG: settings,
        CLOUDSDK_CORE_DISABLE_PROMPTS: "1",
      },
    },
  );
  const stop = () => end(process_, host, settings);
  const killNow = () => killGroup(process_);
  process.once("exit", killNow);
  process_.once("exit", () => process.removeListener("exit", killNow));
  try {
    const patience = setTimeout(READY_MS, null, { ref: false });
    const late = patience.then(() => Promise.reject(new Error(`not ready after ${READY_MS} ms`)));
    await Promise.race([waitForOutput(process_, /Dev App Server is now running/), late]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host, stop };
}

async function end(process_: ChildProcess, host: string, settings: string): Promise<void> {
  if (process_.exitCode === null && process_.signalCode === null) {
    const exited = once(process_, "exit");
    void setTimeout(STOP_MS, null, { ref: false }).then(() => killGroup(process_));
    await fetch(`http://${host}/shutdown`, { method: "POST" }).catch(() => killGroup(process_));
    await exited;
  }
  killGroup(process_);
  rmSync(settings, { recursive: true, force: true });
}

function killGroup(process_: ChildProcess): void {
  if (process_.pid === undefined) return;
  try {
    process.kill(-process_.pid, "SIGKILL");
  } catch {
    // The group has ended.
  }
}
