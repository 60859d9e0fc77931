import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readBeginning } from "../../packages/cli/src/files/files.ts";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { ownerless } from "./support/backups.ts";

let home: string;
beforeEach(async () => {
  home = tempDirectory();
  await runInProcess(home, ["tick", "1", "3", "--date", "2025-03-05"]);
});

const run = (...args: string[]) => runInProcess(home, args);
const DOCUMENT = '{"version":1,"years":{"2025":{"64":{"1":true,"3":true}}},"practice":{}}\n';

function replaceByLink(file: string, target: string): void {
  rmSync(file);
  symlinkSync(target, file);
}

describe("- is the stream of", () => {
  it("export", async () => {
    for (const args of [["-"], [], ["--json"], ["-", "--json"]]) {
      const { stdout, ...others } = await run("export", ...args);
      expect([ownerless(stdout), others]).toEqual([DOCUMENT, { code: 0, stderr: "" }]);
    }
    expect((await run("export", "-", "--csv")).stdout).toBe("date,1,2,3,4,5\n2025-03-05,1,0,1,0,0\n");
    expect(existsSync("-")).toBe(false);
  });

  it("import", async () => {
    const other = tempDirectory();
    await runInProcess(other, ["import", "-"], { readStdin: () => Buffer.from(DOCUMENT) });
    expect(ownerless((await runInProcess(other, ["export"])).stdout)).toBe(DOCUMENT);
    const broken = await runInProcess(other, ["import", "-"], { readStdin: () => Buffer.from("{") });
    expect(broken.stderr).toMatch(
      /^dailyleet: stdin: not valid JSON; it may be damaged or cut off\. Nothing imported\.$/m,
    );
  });

  it("import, where stdin does not wait for what is to come", () => {
    const fifo = join(home, "fifo");
    spawnSync("mkfifo", [fifo]);
    const descriptor = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(descriptor));
    spawn("sh", ["-c", 'sleep 0.1; printf ticks > "$0"', fifo]);
    expect(readBeginning(descriptor, 5).toString()).toBe("ticks");
  });

  it("import, where its end is an error, as on Windows", async () => {
    const preload = join(home, "windows.cjs");
    writeFileSync(
      preload,
      `const fs = require("node:fs"), { readSync } = fs;
       const end = () => { throw Object.assign(new Error("EOF: end of file, read"), { code: "EOF" }); };
       fs.readSync = (descriptor, ...rest) => readSync(descriptor, ...rest) || (descriptor === 0 ? end() : 0);`,
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "import", "-", "--dry-run"], {
      env: cliEnvironment(home, { NODE_OPTIONS: `--require ${preload}` }),
      input: DOCUMENT,
      encoding: "utf8",
    });
    expect([status, stdout, stderr]).toEqual([0, "Nothing new. Already here: 2 ticks.\n", ""]);
  });
});

describe("--json tells of the file that is written", () => {
  const told = { version: 1, ticks: 2, marks: 0 };
  it.each([
    [["export", "FILE"], ["export"], { ...told, format: "json" }],
    [["export", "FILE", "--csv"], ["export", "--csv"], { ...told, format: "csv" }],
    [["stats", "2025", "--svg", "FILE"], ["stats", "2025", "--svg", "-"], null],
  ])("by %j, which is as on stdout by %j", async (args, same, answer) => {
    const file = join(tempDirectory(), "given");
    const { code, stdout, stderr } = await run(...args.map((arg) => (arg === "FILE" ? file : arg)), "--json");
    const document = answer ?? JSON.parse((await run("stats", "2025", "--json")).stdout);
    expect([code, JSON.parse(stdout), stderr]).toEqual([0, { ...document, file }, ""]);
    const text = readFileSync(file, "utf8");
    expect(text).toBe((await run(...same)).stdout);
  });

  it.each([
    ["export", "--csv", "--json"],
    ["export", "-", "--csv", "--json"],
    ["stats", "--svg", "-", "--json"],
  ])("and is wrong usage where the stream is taken: %s %s %s", async (...args) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^dailyleet: --(csv|svg -) and --json can't both print to stdout; .*\.\n$/);
  });
});

it("saved is null where undo has written nothing", async () => {
  expect(JSON.parse((await run("undo", "--json")).stdout)).toMatchObject({ saved: "local" });
  expect(JSON.parse((await run("undo", "--json")).stdout)).toEqual({ version: 1, changes: [], saved: null });
});

describe("wrong usage is named:", () => {
  it.each([
    ["help foo", "unknown command 'foo'; see 'dailyleet --help'."],
    ...["tree --show 5", "--tag dfs --show 5", "--check --show 5", "--state new --check"].map((rest) => [
      `questions ${rest}`,
      "Use either --show or --check, or words with --tag, --difficulty and --state.",
    ]),
  ])("%s", async (line, sentence) => {
    expect(await run(...line.split(" "))).toEqual({ code: 2, stdout: "", stderr: `dailyleet: ${sentence}\n` });
  });

  it.each([[["export", ""]], [["import", ""]], [["stats", "--svg", ""]], [["deploy-files", ""]]])(
    "the empty name in %j",
    async (args) => {
      const stderr = "dailyleet: The name of the file or directory is empty; give one.\n";
      expect(await run(...args)).toEqual({ code: 2, stdout: "", stderr });
    },
  );

  it("and no help page shows an empty default", async () => {
    expect((await run("questions", "--help")).stdout).not.toContain("[]");
  });

  it.each([
    ["a file", (file: string) => truncateSync(file, 50_000_001)],
    ["a device without an end", (file: string) => replaceByLink(file, "/dev/zero")],
  ])("an import of more than 50 MB from %s is a sentence", async (_, enlarge) => {
    const file = join(home, "large.json");
    writeFileSync(file, "");
    enlarge(file);
    const stderr = `dailyleet: ${file}: larger than 50 MB. Nothing imported; choose another file.\n`;
    expect(await run("import", file)).toEqual({ code: 1, stdout: "", stderr });
  });
});
