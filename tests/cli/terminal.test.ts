import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { NOTHING_THERE, newHome } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";
import { describeInTmux, openTerminal } from "./support/tmux.ts";

const ESCAPE = "\u001b[";

describe("colour", () => {
  it.each([
    ["a pipe", [], {}, false],
    ["--color always", ["--color", "always"], {}, true],
    ["--color always against NO_COLOR", ["--color", "always"], { NO_COLOR: "1" }, true],
    ["--color never against FORCE_COLOR", ["--color", "never"], { FORCE_COLOR: "1" }, false],
    ["FORCE_COLOR", [], { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR=0", [], { FORCE_COLOR: "0" }, false],
    ["FORCE_COLOR against NO_COLOR", [], { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    ["NO_COLOR", [], { NO_COLOR: "1" }, false],
  ])("%s", async (_, args, env, isColored) => {
    const home = localHome();
    for (const command of ["today", "tick 1", "stats", "questions", "questions --show 1"]) {
      const text = await home.out([...command.split(" "), ...args], env);
      expect([command, text.includes(ESCAPE)]).toEqual([command, isColored]);
    }
  });

  it("never is in JSON, and adds nothing but colour", async () => {
    const home = localHome();
    expect(await home.out(["today", "--json", "--color", "always"])).toBe(await home.out(["today", "--json"]));
    const colored = await home.out(["stats", "--color", "always"]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is looked for.
    expect(colored.replaceAll(/\u001b\[[\d;]+m/g, "")).toBe(await home.out(["stats"]));
  });
});

describe("in a real terminal", () => {
  /** The bytes that `script` records of the command in a pseudo-terminal of this width. */
  const record = (home: string, command: string, columns: number, env: NodeJS.ProcessEnv = {}) =>
    spawnSync("script", ["-qec", `stty cols ${columns}; ${process.execPath} ${CLI} ${command}`, "/dev/null"], {
      env: cliEnvironment(home, { TERM: "xterm-256color", LANG: "C.UTF-8", ...env }),
      encoding: "utf8",
      input: "",
    }).stdout;
  const hasScript = spawnSync("script", ["--version"]).status === 0;

  it.skipIf(!hasScript)("lines fit its width, and there is colour, unless it is dumb or NO_COLOR is set", () => {
    const { directory } = newHome();
    const width = (columns: number) =>
      Math.max(
        ...record(directory, "questions --color never", columns)
          .split("\r\n")
          .map((line) => [...line].length),
      );
    expect([width(40) <= 40, width(132) <= 132, width(132) > 40]).toEqual([true, true, true]);
    expect(record(directory, "today", 80)).toContain(ESCAPE);
    expect(record(directory, "today", 80, { TERM: "dumb" })).not.toContain(ESCAPE);
    expect(record(directory, "today", 80, { NO_COLOR: "1" })).not.toContain(ESCAPE);
  });

  it.skipIf(!hasScript)("of Windows, which takes bytes for another encoding, text arrives as it is", () => {
    const { directory } = newHome();
    const preload = join(directory, "windows.cjs");
    writeFileSync(
      preload,
      `Object.defineProperty(process, "platform", { value: "win32" });
       const fs = require("node:fs"), { writeSync } = fs;
       fs.writeSync = (descriptor, bytes) => writeSync(descriptor, descriptor > 2 ? bytes : bytes.toString("latin1"));`,
    );
    const env = { NODE_OPTIONS: `--require ${preload}`, WT_SESSION: "1" };
    expect(record(directory, "status", 80, env)).toMatch(/\n0\/5 · streak 0\r\n$/);
  });
});

describeInTmux("a question in a real terminal", () => {
  const answers = [
    ["C-c", 130, "dailyleet: Interrupted; nothing was changed."],
    ["C-d", 0, "Nothing was removed."],
    ["Enter", 0, "Nothing was removed."],
  ] as const;
  it.each(answers)("after %s ends with %d and changes nothing", async (key, code, sentence) => {
    const home = newHome();
    await home.out(["profiles", "add", "Asha"]);
    const { until, type, left } = openTerminal(home.directory, 80, 24, {}, ["profiles", "remove", "Asha"]);
    const question = "Remove profile Asha with 0 ticks? A backup is saved first. [y/N]";
    await until((screen) => screen.endsWith(question));
    type(key);
    const after = await left();
    expect(after).toMatchObject({ code, sameModes: true });
    expect(after.screen).toBe(["BEFORE", question, sentence, `ended with ${code}`].join("\n"));
    expect(await home.out(["profiles"])).toBe("You (active)\nAsha\n");
  });
});

describe("streams", () => {
  const inShell = (line: string) =>
    spawnSync("bash", ["-c", line, process.execPath, CLI], {
      env: cliEnvironment(newHome().directory),
      encoding: "utf8",
    });

  it("a reader that goes away is no error", () => {
    const { stdout, stderr } = inShell(`"$0" "$1" questions | head -n 1; "$0" "$1" export 2>&1 >&- | cat`);
    expect(stdout.split("\n")[0]).toContain("1");
    expect(stderr.replace(NOTHING_THERE, "")).toBe("");
  });

  it("a reader of the errors that goes away does not stop the command", () => {
    const { stdout, status } = inShell(`exec 2> >(exec true); sleep 0.2; "$0" "$1" undo --json`);
    expect([status, stdout]).toEqual([0, '{"version":1,"changes":[],"saved":null}\n']);
  });
});

describe("files", () => {
  it("and directories are the person's own, whatever the umask", () => {
    const home = newHome();
    const data = join(home.directory, "a", "b");
    spawnSync("sh", ["-c", `umask 0; "$0" "$1" tick 1`, process.execPath, CLI], { env: cliEnvironment(data) });
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(mode(data)).toBe("700");
    const entries = readdirSync(data, { recursive: true, withFileTypes: true });
    expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(["dailyleet.db", "backups"]));
    const wanted = entries.map((entry) => (entry.isDirectory() ? "700" : "600"));
    expect(entries.map(({ parentPath, name }) => mode(join(parentPath, name)))).toEqual(wanted);
  });

  const hasModes = process.platform !== "win32";
  it.skipIf(!hasModes)("for others follow the umask, and keep the mode and the link of what they replace", async () => {
    const { directory, out } = newHome();
    const mode = (name: string) => (statSync(join(directory, name)).mode & 0o777).toString(8);
    const write = (...args: string[]) => {
      const line = ["-c", `umask 027; cd "$0"; "$@"`, directory, process.execPath, CLI, ...args];
      expect(spawnSync("sh", line, { env: cliEnvironment(directory) }).status).toBe(0);
    };
    for (const name of ["old.svg", "linked.svg", "old.json"]) {
      writeFileSync(join(directory, name), "");
      chmodSync(join(directory, name), 0o664);
    }
    symlinkSync("linked.svg", join(directory, "link.svg"));
    for (const file of ["new.svg", "old.svg", "link.svg"]) write("stats", "--svg", file);
    for (const file of ["new.json", "old.json"]) write("export", file);
    expect(["new.svg", "new.json"].map(mode)).toEqual(["640", "600"]);
    expect(["old.svg", "linked.svg", "old.json"].map(mode)).toEqual(["664", "664", "600"]);
    expect(lstatSync(join(directory, "link.svg")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(directory, "linked.svg"), "utf8")).toBe(await out(["stats", "--svg", "-"]));
  });
});
