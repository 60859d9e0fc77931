import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { waitForOutput } from "./support/process.ts";

const ROOT = join(import.meta.dirname, "..");

it.each(["", "site"])(
  "a script of npm in '%s' that runs on replaces its shell, which a signal would not get past",
  (folder) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
    const last = Object.values<string>(scripts).map((line) => line.split(" && ").at(-1) ?? "");
    const runningOn = last.filter((command) => /\b(node|dailyleet|vitest|dev)\b/.test(command));
    expect(runningOn.filter((command) => !/^(exec|npm run) /.test(command))).toEqual([]);
  },
);

it("scripts and benchmarks start programs that run on by startChild alone", () => {
  const files = globSync("{scripts,bench}/**/*.{mjs,ts}", { cwd: ROOT });
  const starting = files.filter((file) => /\bspawn\b/.test(readFileSync(join(ROOT, file), "utf8")));
  expect(starting).toEqual(["scripts/startChild.mjs"]);
});

it("a program that a script has started ends with the script", async () => {
  const module = JSON.stringify(join(ROOT, "scripts/startChild.mjs"));
  const program = "console.log('ready', process.pid); setInterval(() => {}, 1000)";
  const script = `import(${module}).then(({ startChild }) =>
    startChild(process.execPath, ["-e", ${JSON.stringify(program)}], { stdio: "inherit" }))`;
  const child = spawn(process.execPath, ["-e", script], { detached: true });
  onTestFinished(() => endGroup(child.pid));
  const [, started] = await waitForOutput(child, /ready (\d+)/);
  child.kill();
  await expect.poll(() => isRunning(Number(started))).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, "SIGKILL");
  } catch {
    // The group has ended.
  }
}
