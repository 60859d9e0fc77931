import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { NOTHING_THERE } from "./support/home.ts";

const FULL = "/dev/full";
const hasFull = existsSync(FULL);
if (!hasFull) console.warn(`\n*** SKIPPED: Answers that cannot be written. There is no ${FULL} on this system.\n`);

function run(home: string, command: string) {
  return spawnSync("sh", ["-c", `"$0" "$1" ${command}`, process.execPath, CLI], {
    env: cliEnvironment(home),
    encoding: "utf8",
  });
}

/** One command for each kind of output: text, JSON, a stream, an address, a script, help. */
const COMMANDS = "today; tick 1; questions --json; export -; serve --port 0; completion bash; --help; --version";

describe.skipIf(!hasFull)("an answer that cannot be written is one sentence and exit code 1:", () => {
  it.each(COMMANDS.split("; "))("%s", (command) => {
    const { status, stderr } = run(tempDirectory(), `${command} > ${FULL}`);
    expect([status, stderr.split("\n").at(-2)]).toEqual([
      1,
      "dailyleet: Can't write to stdout (no space left on device); free some space or send it elsewhere.",
    ]);
  });

  it("a tick whose answer is lost is kept all the same", () => {
    const home = tempDirectory();
    run(home, `tick 1 > ${FULL}`);
    expect(JSON.parse(run(home, "today --json").stdout).sources[0].done).toBe(true);
  });

  it("notes that cannot be written stop nothing", () => {
    const { status, stdout } = run(tempDirectory(), `undo --json 2> ${FULL}`);
    expect([status, stdout]).toEqual([0, '{"version":1,"changes":[],"saved":null}\n']);
  });

  it("a file that cannot be written is one sentence that asks for room", () => {
    const { status, stderr } = run(tempDirectory(), `export ${FULL}`);
    const sentence = `Can't write ${FULL} (no space left on device); free some space or choose another place.`;
    expect([status, stderr.replace(NOTHING_THERE, "")]).toEqual([1, `dailyleet: ${sentence}\n`]);
  });
});
