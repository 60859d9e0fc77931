import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { shareOf } from "../support/long.ts";
import { barButton, choose, useStage, type WatchedPage } from "./support/browser.ts";
import { openCalendar } from "./support/calendar.ts";
import { sidewaysOverflow } from "./support/layout.ts";

const LONG_NAME = "Alexandrina Konstantinopoulou";
const WIDE_WORD = "Übungsaufgabensammlung".repeat(6);

const stage = useStage();
it("the bar is one row from 689 px on, whatever the name, and the name shows; the calendar is in the middle", async () => {
  const { page } = await openCalendar(stage, { profile: LONG_NAME, isNew: true });
  for (const width of [689, 730, 768, 961, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const { x = 0, width: taken = 0 } = (await page.locator(".calendar").boundingBox()) ?? {};
    expect([width, x * 2 + taken]).toEqual([width, width]);
    const rows = await page
      .locator(".bar button")
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().y));
    expect([width, new Set(rows).size]).toEqual([width, 1]);
    expect(await barButton(page, `Menu of ${LONG_NAME}`).isVisible()).toBe(true);
    expect(await sidewaysOverflow(page)).toBe(0);
  }
});

it("the style sheet knows how high the bar is, so that the page need not be styled twice", async () => {
  const { page } = await openCalendar(stage, { viewport: { width: 412, height: 823 } });
  const isTold = () =>
    page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      return document.documentElement.style.getPropertyValue("--bar");
    });
  expect(await isTold()).toBe("");
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await isTold()).toBe("");
  await page.evaluate(() => document.querySelector(".bar h1")?.append(document.createElement("pre")));
  await page.locator(".bar pre").evaluate((pre) => pre.replaceChildren("\n".repeat(4)));
  await expect.poll(isTold).toMatch(/^\d/);
});

it("whatever the window and the size of the root's letters, nothing is cut, covered or beside the window", async () => {
  const { page } = await openCalendar(stage);
  await page.goto(`${stage.server.url}/#questions`);
  await page.locator(".suggestion .primary").waitFor();
  await page.evaluate(() => document.adoptedStyleSheets.push(new CSSStyleSheet()));
  const windows = [200, 140, 100].flatMap((percent) =>
    [320, 390, 517, 768, 1100, 1440, 1920].map((width) => ({ percent, width })),
  );
  for (const { percent, width } of shareOf("windows and sizes of letters", windows, 10)) {
    // As the person's own style, and with the room that a scroll bar takes.
    await page.evaluate((size) => {
      document.adoptedStyleSheets[0]?.replaceSync(`html { font-size: ${size}% !important; margin-inline-end: 15px }`);
    }, percent);
    await page.setViewportSize({ width, height: 900 });
    for (const screen of ["calendar", "questions", "counter"]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, screen);
      await page.locator(`.bar nav a[href="#${screen}"][aria-current]`).waitFor();
      expect({ percent, width, screen, faults: await page.evaluate(findFaults) }).toMatchObject({ faults: [] });
    }
  }
});

/** Texts of buttons and links that are cut off or beside the window, and a bar that takes more than a third of it. */
async function findFaults(): Promise<string[]> {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const { scrollWidth, clientWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px to scroll sideways`] : [];
  const shown = [
    ...document.querySelectorAll(
      ".bar :is(a, button), .views button, main:not([hidden]) .today button, .suggestion .primary, .counter button",
    ),
  ];
  for (const part of shown.filter((part) => part.checkVisibility())) {
    const { left, right } = part.getBoundingClientRect();
    if (part.scrollWidth > part.clientWidth + 1) faults.push(`'${part.textContent}' is cut`);
    if (left < 0 || right > innerWidth) faults.push(`'${part.textContent}' is beside the window`);
  }
  const bar = document.querySelector(".bar");
  const isStuck = bar !== null && getComputedStyle(bar).position === "sticky";
  const tops = [...document.querySelectorAll(".bar > .name, .bar nav a")].map(
    (part) => part.getBoundingClientRect().bottom,
  );
  if (isStuck && Math.max(...tops) - Math.min(...tops) > 24) faults.push("the bar has a row more");
  return faults;
}

/** On the smallest phone, where the configuration and the sheet name everything by one long word. */
let page: Page;
beforeAll(async () => {
  const sources = [1, 2, 3, 4, 5].map((n) => ({ name: `${n}${WIDE_WORD}`, url: `https://example.com/${n}` }));
  const before = async ({ context }: WatchedPage) => {
    await context.route("**/dailyleet.json", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), sources, counter: { line: WIDE_WORD } } });
    });
    await context.route("**/questions.json", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll("Two Sum", WIDE_WORD) });
    });
  };
  ({ page } = await openCalendar(stage, { viewport: { width: 320, height: 568 }, before }));
});

it("a source's name of one long word makes nothing scroll sideways", async () => {
  await page.locator(".totals").getByText(`1${WIDE_WORD}`).waitFor();
  for (const width of [768, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await sidewaysOverflow(page)]).toEqual([width, 0]);
  }
});

it("one long word in a note, a filter or a line of the configuration leaves everything in the window", async () => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.locator(".day[aria-current] button").first().click();
  const undo = await page.getByRole("button", { name: "Undo" }).boundingBox();
  expect((undo?.x ?? 0) + (undo?.width ?? 999)).toBeLessThanOrEqual(320);

  await choose(page, "Your data");
  const file = { name: `${"x".repeat(200)}.json`, mimeType: "application/json", buffer: Buffer.from("{") };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator(".note").getByText("xxxxx").waitFor();
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.keyboard.press("Escape");

  await barButton(page, "Switch counter").click();
  await page.locator(".line").getByText(WIDE_WORD).waitFor();
  expect(await sidewaysOverflow(page)).toBe(0);

  for (const name of ["q", "tag"]) {
    await page.goto("about:blank");
    await page.goto(`${stage.server.url}/#${name}=${"https://example.com/".padEnd(300, "x")}`);
    await page.locator(".empty").waitFor();
    expect([name, await sidewaysOverflow(page)]).toEqual([name, 0]);
  }
});

it("a question's name of one long word leaves its list, today's plan and the flow in the window", async () => {
  await page.goto("about:blank");
  await page.goto(`${stage.server.url}/#questions`);
  await page.locator(".rows").getByText(WIDE_WORD).first().waitFor();
  await page.getByRole("button", { name: "Plan and progress" }).click();
  await page.locator(".suggestion").getByText(WIDE_WORD).waitFor();
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.locator(".suggestion .primary").click();
  await page.locator(".flow").getByText(WIDE_WORD).first().waitFor();
  expect(await sidewaysOverflow(page)).toBe(0);
});
