import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { freePort } from "./freePort.ts";

export interface EmulatorProcess {
  readonly host: string;
  stop(): Promise<void>;
}

const RULES_FILE = fileURLToPath(new URL("../../firestore.rules", import.meta.url));
const READY = "Dev App Server is now running";
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
    await ready(process_);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host, stop };
}

function ready(process_: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`the Firestore emulator ${reason}: ${output.slice(-2000)}`));
    };
    const timer = setTimeout(() => fail(`was not ready after ${READY_MS} ms`), READY_MS);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes(READY)) return;
      clearTimeout(timer);
      // The pipes are read on, unheard: a full pipe would stop the emulator.
      for (const stream of [process_.stdout, process_.stderr]) stream?.off("data", read).resume();
      resolve();
    };
    for (const stream of [process_.stdout, process_.stderr]) stream?.on("data", read);
    process_.once("error", (error) => fail(`did not start, ${error.message}`));
    process_.once("exit", (code) => fail(`ended with ${code}`));
  });
}

async function end(process_: ChildProcess, host: string, settings: string): Promise<void> {
  if (process_.exitCode === null && process_.signalCode === null) {
    const exited = once(process_, "exit");
    const timer = setTimeout(() => killGroup(process_), STOP_MS);
    await fetch(`http://${host}/shutdown`, { method: "POST" }).catch(() => killGroup(process_));
    await exited;
    clearTimeout(timer);
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
