import { addDays, civilDateAt, formatDate } from "@dailyleet/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { computerNow } from "../support/computerClock.ts";
import type { Engine, Tab } from "./support/engines/engine.ts";
import { ENGINES } from "./support/engines/engines.ts";
import { button, signIn, WAIT, waitFor, waitForStatus } from "./support/engines/visit.ts";
import { startOwnServer } from "./support/ownServer.ts";

/** Engines other than Chromium show the computer's own day. */
const TODAY = civilDateAt(computerNow());
const DAYS = 8;
/** 75 questions in eight days are ten a day. */
const PLAN = { until: formatDate(addDays(TODAY, DAYS - 1)) };
const COUNT = 10;

/** A browser that starts, and ten questions: long on a machine that does other things. */
const TIMEOUT_MS = 240_000;

describe.each(ENGINES)("In $name", { timeout: TIMEOUT_MS }, ({ name, launch, remedy }) => {
  if (launch === null) {
    console.warn(`\n*** SKIPPED: ten questions by keys in ${name}. ${remedy}.\n`);
    return it.skip("ten questions by keys only");
  }
  let engine: Engine;
  beforeAll(async () => {
    engine = await launch();
  });
  afterAll(() => engine?.close());

  it("a day's ten questions are practised by keys only", async () => {
    const server = await startOwnServer(undefined, false, { plan: PLAN });
    const tab = await signIn(engine, server.url);
    await waitFor(tab, "//button[@aria-label='Keyboard shortcuts']");
    await tab.press("p");
    await expectStep(tab, 1);
    await expectFocus(tab, /^Two Sum/);
    await readTakeaways(tab);
    // What is skipped comes at the end.
    await tab.press("n");
    const steps = [...Array.from({ length: COUNT - 1 }, (_, index) => index + 2), 1];
    for (const [index, step] of steps.entries()) {
      await expectStep(tab, step);
      await tab.press(String((index % 4) + 1));
      await waitFor(tab, "//p[@class='went']");
      if (index === COUNT - 1) break;
      await expectFocus(tab, /^Next: /);
      await tab.press(index % 2 === 0 ? "Enter" : "n");
    }
    await waitFor(tab, `//h3[.='Done for today: ${COUNT} questions.']`);
    await waitForStatus(tab, /^Saved/);
    const marks = Object.values(await server.readMarks()).map((days) => Object.values(days));
    expect(marks.toSorted()).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 4, 4].map((mark) => [mark]));

    await tab.press("t");
    await waitFor(tab, "//*[@aria-current='date']");
    await tab.press("p");
    await waitFor(tab, `//h3[.='Done for today: ${COUNT} questions.']`);
  });
});

const expectStep = (tab: Tab, step: number) => waitFor(tab, `//h2[.='${step} of ${COUNT}']`);

function expectFocus(tab: Tab, text: RegExp): Promise<void> {
  return expect.poll(() => tab.evaluate(() => document.activeElement?.textContent), WAIT).toMatch(text);
}

/** Tab leads to them, Enter opens and closes them. */
async function readTakeaways(tab: Tab): Promise<void> {
  for (let presses = 0; presses < 12; presses++) {
    await tab.press("Tab");
    if ((await tab.evaluate(() => document.activeElement?.textContent)) === "Show takeaways") break;
  }
  await tab.press("Enter");
  await waitFor(tab, button("Hide takeaways"));
  await tab.press("Enter");
  await waitFor(tab, button("Show takeaways"));
}
