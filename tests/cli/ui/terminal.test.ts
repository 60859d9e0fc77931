import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { TerminalScreen } from "../../../packages/cli/src/context.ts";
import { doneIn } from "../../support/cliProcess.ts";
import { runInProcess } from "../../support/inProcess.ts";
import { CLOCK } from "../../support/preload.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { describeInTmux, openTerminal } from "../support/tmux.ts";

const AS_BEFORE = { isAlternate: false, hasCursor: true, sameModes: true };

it("without a terminal, ui is one sentence and wrong usage", async () => {
  const { code, stdout, stderr } = await runInProcess(tempDirectory(), ["ui"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^dailyleet: 'dailyleet ui' needs a terminal; [^\n]*\.\n$/);
});

it("on a dumb terminal, ui is one sentence and wrong usage", async () => {
  const screen = () => ({}) as TerminalScreen;
  const { code, stdout, stderr } = await runInProcess(tempDirectory(), ["ui"], { screen, env: { TERM: "dumb" } });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^dailyleet: 'dailyleet ui' [^\n]*TERM=dumb[^\n]*\.\n$/);
});

it("keys typed while ui starts are not echoed, and a start that fails returns the keyboard", async () => {
  const calls: string[] = [];
  const stdin = { setRawMode: (isRaw: boolean) => calls.push(`raw ${isRaw}`) };
  const screen = () => ({ stdin, release: () => calls.push("released") }) as unknown as TerminalScreen;
  const { stderr } = await runInProcess(tempDirectory(), ["ui", "--profile", "Nobody"], { screen });
  expect(stderr).toContain("There is no profile 'Nobody'");
  expect(calls).toEqual(["raw true", "released"]);
});

describeInTmux("in a real terminal", () => {
  async function open(home = tempDirectory(), columns = 80, rows = 24, env: NodeJS.ProcessEnv = {}) {
    await runInProcess(home, ["profiles", "add", "Ravi"]);
    const opened = openTerminal(home, columns, rows, env);
    await opened.until((screen) => screen.includes("q quit"));
    return opened;
  }

  it("a tick is what the other verbs see, and q leaves everything as it was", async () => {
    const home = tempDirectory();
    const { type, until, left } = await open(home);
    type("3");
    await until((screen) => screen.includes("GeeksforGeeks  Done") && screen.includes("Done (was Untried)."));
    const { stdout } = await runInProcess(home, ["today", "--json"]);
    expect(doneIn(stdout)).toEqual([3]);
    type("Tab", "Down", "Enter");
    await until((screen) => screen.includes("View Question") && screen.includes("Lines 1 to"));
    for (const [keys, shown] of [
      [["j", "j"], "Lines 3 to"],
      [["?"], "Any key back"],
      [["j"], "Lines 3 to"],
      [["PageDown", "PageDown", "PageDown"], "27 of 27"],
      [["k"], "26 of 27"],
    ] as const) {
      type(...keys);
      await until((screen) => screen.includes(shown));
    }
    type("q");
    const after = await left();
    expect(after).toMatchObject({ code: 0, ...AS_BEFORE });
    expect(after.screen.split("\n").slice(0, 2)).toEqual(["BEFORE", "ended with 0"]);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s leaves everything as it was", async (signal, code) => {
    const { kill, left } = await open();
    kill(signal);
    const after = await left();
    expect(after).toMatchObject({ code, ...AS_BEFORE });
    expect(after.screen).toBe(`BEFORE\nended with ${code}`);
  });

  it("Ctrl-Z, SIGTSTP and SIGSTOP stop it, and continued it shows what is new", async () => {
    const home = tempDirectory();
    // Disable the timer that reads changes every ten seconds.
    const preload = join(home, "noTimer.cjs");
    writeFileSync(preload, "globalThis.setInterval = () => 0;");
    const { type, until, kill, left } = await open(home, 80, 24, {
      NODE_OPTIONS: `--require ${CLOCK} --require ${preload}`,
    });
    const shell = (screen: string) => screen.startsWith("BEFORE");
    for (const stop of [() => type("C-z"), () => kill("SIGTSTP")]) {
      stop();
      await until((screen) => shell(screen) && screen.endsWith("stopped, with the modes as before"));
      await runInProcess(home, ["tick", "3"]);
      type("1", "Enter");
      await until((screen) => screen.includes("1 of 5 today") && screen.includes("q quit"));
    }
    kill("SIGSTOP");
    await until((screen) => screen.includes("Stopped"));
    type("Enter");
    await until((screen) => screen.includes("q quit") && !screen.includes("Stopped"));
    type("2");
    await until((screen) => screen.includes("Code360        Done") && screen.includes("2 of 5 today"));
    type("q");
    const after = await left();
    expect(after).toMatchObject({ code: 0, ...AS_BEFORE });
    expect(after.screen.match(/^read .*$/gm)).toEqual(["read 1", "read 1"]);
  });

  it("a long name of a source leaves its state to be seen", async () => {
    const home = tempDirectory();
    const names = ["A name of a source that is far longer than there is room for it in a terminal", "B", "C", "D", "E"];
    const sources = names.map((name) => ({ name, url: "https://example.com/" }));
    writeFileSync(join(home, "dailyleet.json"), JSON.stringify({ sources }));
    const { type, until } = await open(home);
    type("1");
    await until((shown) => /1 {2}✓ {2}A name of a source [a-z ]*… +Done {3,}Current streak/.test(shown));
    await until((shown) => /2 {2}· {2}B {20,}Untried/.test(shown));
  });

  it("today, a source whose own day ends soon says when, until it is done", async () => {
    const home = tempDirectory();
    // In some zone it is now after 22:00.
    const ahead = ((22 - new Date().getUTCHours() + 36) % 24) - 12;
    const zone = `Etc/GMT${ahead < 0 ? "+" : "-"}${Math.abs(ahead)}`;
    const sources = ["A", "B", "C", "D", "E"].map((name) => ({ name, url: "https://example.com/", zone }));
    writeFileSync(
      join(home, "dailyleet.json"),
      JSON.stringify({ sources: [...sources.slice(0, 4), { ...sources[4], zone: undefined }] }),
    );
    const { type, until } = await open(home);
    await until((shown) => /1 {2}· {2}A {2}closes in 1 h( \d+ min)? |1 {2}· {2}A {2}closes in 2 h /.test(shown));
    await until((shown) => /5 {2}· {2}E {2}Untried/.test(shown));
    type("1");
    await until((shown) => /1 {2}✓ {2}A {2}Done/.test(shown) && /2 {2}· {2}B {2}closes in/.test(shown));
    type("h");
    await until((shown) => /2 {2}· {2}B {2}Untried/.test(shown));
  });

  it("a fault leaves everything as it was, and is said there", async () => {
    const home = tempDirectory();
    const preload = join(home, "fault.cjs");
    writeFileSync(preload, `process.on("SIGUSR2", () => { throw new Error("a fault of the test"); });`);
    const { kill, left } = await open(home, 80, 24, { NODE_OPTIONS: `--require ${preload}` });
    kill("SIGUSR2");
    const after = await left();
    expect(after).toMatchObject({ code: 1, ...AS_BEFORE });
    expect(after.screen).toMatch(/^BEFORE\ndailyleet: this is a bug in dailyleet; [\s\S]*Error: a fault of the test/);
  });

  it("the window may change its size, and says when it is too small", async () => {
    const { type, resize, until, screen, left } = await open();
    for (const [columns, rows] of [
      [200, 60],
      [70, 22],
      [120, 30],
    ] as const) {
      resize(columns, rows);
      await until((shown) => shown.includes("q quit") && shown.split("\n").length <= rows && shown.includes("Nov"));
      // The figures also stand in a window that has just room for the longest of them.
      await until((shown) => /Strength +\d+ of 100$/m.test(shown) && shown.includes("Total ticks"));
      expect(
        screen()
          .split("\n")
          .every((line) => line.length <= columns),
      ).toBe(true);
    }
    type("?");
    await until((shown) => shown.includes("Any key back"));
    resize(50, 15);
    await until((shown) => /^This window has 50 columns and 15 rows; dailyleet\s+ui needs 50 and 16\./.test(shown));
    type("q");
    expect(await left()).toMatchObject({ code: 0, ...AS_BEFORE });
  });

  const windows = [
    [50, 16, "UTF-8"],
    [50, 22, "UTF-8"],
    [60, 20, "C"],
  ] as const;
  it.each(windows)(
    "a window of %d columns and %d rows cuts nothing but names of questions (%s)",
    async (columns, rows, charset) => {
      const home = tempDirectory();
      for (const question of ["1", "2"]) await runInProcess(home, ["mark", question, "hint", "--date", "-30"]);
      const { type, until } = await open(home, columns, rows, charset === "C" ? { LANG: "C" } : {});
      const untilAll = async (...facts: readonly RegExp[]) => {
        const shown = await until((text) => facts.every((fact) => fact.test(text)));
        expect(shown.split("\n")).toHaveLength(rows);
        return shown;
      };
      const calendar = await untilAll(
        /3 .* GeeksforGeeks +Untried +Strength +\d/,
        /5 .* CodeChef +Untried +Total ticks +0$/m,
      );
      expect(calendar).toMatch(/^ ?dailyleet You +0 of 5 today\b/m);
      expect(/^ *(Mon|Wed|Fri) /m.test(calendar)).toBe(rows >= 22);
      type("<");
      await untilAll(/June 10, 2025$/m, / Year-end streak +0$/m, / Total ticks +0$/m);
      type("?");
      const keys = await untilAll(/Left Right, h l|← →, h l/, /Ctrl-Z +to the shell; 'fg' returns/, /q, Ctrl-C +quit/);
      expect(`${calendar}${keys}`).not.toMatch(/…|\.\.\./);
      type("x");
      await untilAll(/Untried/);
      type("Tab");
      await untilAll(/^ ?Questions +2 of 75 practised . 2 due$/m, /1 {2}Two Sum .*days overdue/, /q quit/);
      type("Enter");
      await untilAll(
        /How did it go\?/,
        /^ ?1 solution .* 2 hint /m,
        /3 solved .* 4 easy \d+d$/m,
        /Lines 1 to/,
        /q quit/,
      );
      type("3");
      await untilAll(
        /Today: solved; comes back on/,
        /0\s+removes the\s+mark\./,
        /Two Sum: solved . comes\s+back/,
        /Lines 1 to/,
      );
    },
  );

  it("reads without colour and in ASCII, and names from outside do nothing to it", async () => {
    const home = tempDirectory();
    const names = ["\u001b[2J\u001b]0;x\u0007Leet\u202eCode", "B", "C", "D", "E"];
    const sources = names.map((name) => ({ name, url: "https://example.com/" }));
    writeFileSync(join(home, "dailyleet.json"), JSON.stringify({ sources }));
    const { type, until } = await open(home, 80, 24, { NO_COLOR: "1", LANG: "C" });
    type("1");
    const screen = await until((shown) => shown.includes("[x]"));
    expect(screen).toMatch(/1 {2}\[x\] {2}\[2J\]0;xLeetCode {2}Done/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing beyond ASCII is what is looked for.
    expect(screen).toMatch(/^[\x0a\x20-\x7e]*$/);
  });
});
