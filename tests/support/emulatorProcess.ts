import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { freePort } from "./freePort.ts";
import { waitForOutput } from "./process.ts";

export interface EmulatorProcess {
  readonly host: string;
  stop(): Promise<void>;
}

const RULES_FILE = fileURLToPath(new URL("../../firestore.rules", import.meta.url));
const READY_MS = 60_000;
const STOP_MS = 10_000;

/** Starts the emulator with the project's rules on a free port and answers when it is ready. */
export async function startProcess(gcloud: string): Promise<EmulatorProcess> {
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
      // Its own process group, because gcloud starts a shell that starts Java.
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
    // Nobody is left in the group.
  }
}
