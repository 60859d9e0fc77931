import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, formatDate } from "@dailyleet/core";
import { expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { today, todayText } from "../support/today.ts";
import { describeInTmux, openTerminal } from "./support/tmux.ts";

const COUNT = 3;
/** The mark of each question. */
const MARKS = Array.from({ length: COUNT }, (_, index) => (index % 4) + 1);

describeInTmux("questions by keys alone", () => {
  /** A terminal whose `open` and `xdg-open` only note the addresses that they receive. */
  function open(home: string, args: readonly string[]) {
    for (const name of ["xdg-open", "open"]) {
      writeFileSync(join(home, name), `#!/bin/sh\necho "$1" >> "${home}/opened"\n`, { mode: 0o755 });
    }
    return openTerminal(home, 80, 24, { PATH: `${home}:${process.env.PATH}` }, args);
  }

  async function opened(home: string): Promise<string> {
    await expect.poll(() => existsSync(join(home, "opened"))).toBe(true);
    return readFileSync(join(home, "opened"), "utf8");
  }

  async function marksOfToday(home: string): Promise<unknown[]> {
    const { stdout } = await runInProcess(home, ["export"]);
    const practice: Record<string, Record<string, number>> = JSON.parse(stdout).practice;
    return Object.values(practice).map((marks) => marks[todayText]);
  }

  it.each([
    ["ui", "then p"],
    ["review --start", "at once"],
  ])("'%s', %s, shows one after the other: answers, browser, link, mark, next", async (line) => {
    const home = tempDirectory();
    // The plan leaves 30 days for 75 questions.
    await runInProcess(home, ["plan", formatDate(addDays(today, 30))]);
    const { type, until, left } = open(home, line.split(" "));
    await until((screen) => screen.includes("q quit"));
    if (line === "ui") type("p");
    for (const [index, mark] of MARKS.entries()) {
      const shown = await until((screen) => screen.includes(`${index + 1} of ${COUNT},`));
      expect(shown).not.toContain("Takeaways");
      type("Space");
      await until((screen) => screen.includes("Takeaways") && screen.includes("Space hides"));
      type("y");
      await until((screen) => screen.includes("Copied https://"));
      type("o");
      await until((screen) => screen.includes("Opened https://"));
      type(String(mark));
      await until((screen) => screen.includes("comes back on") && screen.includes("0 removes the mark."));
      type("n");
    }
    const last = await until((screen) => screen.includes("Done for today: 3 questions."));
    expect(last).toContain("Questions");
    type("q");
    expect(await left()).toMatchObject({ code: 0, isAlternate: false });
    expect(new Set((await opened(home)).trim().split("\n")).size).toBe(COUNT);
    expect((await marksOfToday(home)).toSorted()).toEqual(MARKS.toSorted());
  });
});
