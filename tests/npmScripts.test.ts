import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { resultOf, waitForOutput } from "./support/process.ts";

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

it("a program that a script has started ends with the script", async () => {
  const module = JSON.stringify(join(ROOT, "scripts/startChild.mjs"));
  const program = "console.log('ready'); setInterval(() => {}, 1000)";
  const script = `import(${module}).then(({ startChild }) =>
    startChild(process.execPath, ["-e", ${JSON.stringify(program)}], { stdio: "inherit" }))`;
  const child = spawn(process.execPath, ["-e", script], { detached: true });
  onTestFinished(() => endGroup(child.pid));
  const ended = resultOf(child);
  await waitForOutput(child, /ready/);
  child.kill();
  // Resolves when stdout has no writer left.
  expect(await ended).toMatchObject({ stdout: "ready\n" });
});

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, "SIGKILL");
  } catch {
    // Every process of the group has ended.
  }
}
