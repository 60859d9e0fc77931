import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barButton, choose, isInWindow, type Stage, type WatchedPage } from "../support/browser.ts";
import { openCalendar } from "../support/calendar.ts";
import { FAMILIES } from "../support/fonts.ts";
import { sidewaysOverflow } from "../support/layout.ts";
import { dress, type Opened, todayIntoView } from "./page.ts";

const LONG_NAME = "Alexandrina Konstantinopoulou";
const WIDE_WORD = "Übungsaufgabensammlung".repeat(6);

/** The whole page in any window, with any font size. */
export function windowFacts(opened: Opened): void {
  const page = opened;

  it("the style sheet knows how high the bar is, so that the page need not be styled twice", async () => {
    const isTold = () =>
      page().evaluate(async () => {
        await new Promise(requestAnimationFrame);
        return document.documentElement.style.getPropertyValue("--bar");
      });
    // With the widest font the bar may need more room than the style sheet expects.
    await dress(page(), "Roboto Condensed");
    for (const size of [
      { width: 412, height: 823 },
      { width: 1280, height: 800 },
    ]) {
      await page().setViewportSize(size);
      const [expected, height] = await page().evaluate(() => {
        const { documentElement: root } = document;
        root.style.removeProperty("--bar");
        const known = Number.parseFloat(getComputedStyle(root).getPropertyValue("--bar"));
        return [known, document.querySelector(".bar")?.getBoundingClientRect().height];
      });
      expect(expected).toBe(height);
    }
    await page().evaluate(() => document.querySelector(".bar h1")?.append(document.createElement("pre")));
    const pre = page().locator(".bar pre");
    await pre.evaluate((added) => added.replaceChildren("\n".repeat(4)));
    await expect.poll(isTold).toMatch(/^\d/);
    const high = await isTold();
    await pre.evaluate((added) => added.remove());
    await expect.poll(isTold).not.toBe(high);
  });

  const sizes = FAMILIES.flatMap((family) => [200, 140, 100].map((percent) => [family, percent] as const));
  it.each(sizes)(
    "in %s, with the root's letters at %i per cent, nothing is cut, covered or beside any window",
    async (family, percent) => {
      // Leave the room that a scroll bar takes.
      await dress(page(), family, `html { font-size: ${percent}% !important; margin-inline-end: 15px }`);
      for (const screen of ["questions", "counter", "calendar"]) {
        await page().evaluate((hash) => {
          location.hash = hash;
        }, screen);
        await page().locator(`.bar nav a[href="#${screen}"][aria-current]`).waitFor();
        if (screen === "questions") await page().locator(".suggestion .primary").waitFor();
        for (const width of [320, 390, 517, 768, 1100, 1440, 1920]) {
          await page().setViewportSize({ width, height: 900 });
          expect({ width, screen, faults: await page().evaluate(findFaults) }).toMatchObject({ faults: [] });
        }
      }
    },
  );

  it.each(FAMILIES)("in %s the year stands beside today where the window is wide, whole", async (family) => {
    await dress(page(), family);
    for (const [width, isBeside] of [
      [1440, false],
      [1840, true],
      [1920, true],
      [2560, true],
    ] as const) {
      await page().setViewportSize({ width, height: 900 });
      await todayIntoView(page());
      const [year, days] = [page().locator(".glance"), page().locator(".calendar")];
      const [yearBox, daysBox] = [await year.boundingBox(), await days.boundingBox()];
      const ends = (yearBox?.x ?? 0) + (yearBox?.width ?? 0);
      expect([width, ends <= (daysBox?.x ?? 0), await isInWindow(year)]).toEqual([width, isBeside, isBeside]);
      expect([width, await sidewaysOverflow(page()), (daysBox?.width ?? 0) >= 960]).toEqual([width, 0, true]);
      const hidden = page()
        .locator(".heatmap")
        .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
      expect([width, await hidden]).toEqual([width, 0]);
    }
  });

  it.each(FAMILIES)(
    "in %s nothing overflows or is cut off at 200 per cent zoom with generous text spacing",
    async (family) => {
      const spacing = "line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important";
      await dress(page(), family, `* { ${spacing} }`);
      await page().setViewportSize({ width: 640, height: 400 });
      expect(await sidewaysOverflow(page())).toBe(0);
      const buttons = page().locator(".bar button, .glance button, #day-32 button, .day[aria-current] button");
      expect(await buttons.evaluateAll(cut)).toEqual([]);
    },
  );

  it("the questions stay inside a phone's window with letters of twice the size, whatever is open", async () => {
    // At that font size a phone of 390 px has as little room for words as this window.
    await page().setViewportSize({ width: 195, height: 400 });
    await barButton(page(), "Switch View").click();
    await page().locator(".rows h3 button").first().click();
    await page().getByRole("button", { name: "Plan and progress" }).click();
    for (const fold of ["Plan for an interview", "Progress by tag"]) await page().getByText(fold).click();
    const buttons = page().locator("main.questions").getByRole("button");
    for (const family of FAMILIES) {
      await dress(page(), family);
      expect([family, await sidewaysOverflow(page()), await buttons.evaluateAll(cut)]).toEqual([family, 0, []]);
    }
    for (const family of FAMILIES)
      for (const width of [320, 390, 768]) {
        await dress(page(), family);
        await page().setViewportSize({ width, height: 400 });
        const rows = page().locator(".progress li");
        expect([family, width, await rows.evaluateAll(torn)]).toEqual([family, width, []]);
      }
    await page().setViewportSize({ width: 195, height: 400 });
    await page().keyboard.press("p");
    await page().locator(".flow").waitFor();
    for (const family of FAMILIES) {
      await dress(page(), family);
      expect([family, await sidewaysOverflow(page())]).toEqual([family, 0]);
    }
    await page().getByRole("link", { name: "Calendar", exact: true }).click();
  });
}

/** The texts of buttons whose content does not fit. */
function cut(buttons: readonly Element[]): (string | null)[] {
  const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1;
  return buttons.filter((button) => [button, ...button.children].some(isCut)).map(({ textContent }) => textContent);
}

/** Names that are broken within a word, and long figures of more than one line. */
function torn(rows: readonly Element[]): (string | null)[] {
  const linesOf = (part: Element) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size;
  };
  return rows.flatMap(({ firstElementChild: name, lastElementChild: figures }) => {
    if (name === null || figures === null) return ["a row without figures"];
    figures.textContent = "16 of 48 · 14 known";
    const isTorn = linesOf(name) > (name.textContent.match(/[\w’']+/g) ?? []).length;
    return [...(isTorn ? [name.textContent] : []), ...(linesOf(figures) > 1 ? [figures.textContent] : [])];
  });
}

/** Buttons and links whose text is cut off or outside the window, and a bar with more rows than it needs. */
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
  const tops = [...document.querySelectorAll(".bar > .name, .views button, .bar nav a")]
    .map((part) => part.getBoundingClientRect().bottom)
    // On a phone the buttons of the screens are at the lower edge.
    .filter((bottom) => bottom < innerHeight / 2);
  // In the narrowest window the widest font may need one row more.
  if (isStuck && innerWidth > 320 && Math.max(...tops) - Math.min(...tops) > 24) faults.push("the bar has a row more");
  return faults;
}

/** The page of a person with a long name, where the configuration and the sheet use one long word for every name. */
export function longWordFacts(stage: Stage): void {
  describe("where everything has a long name,", () => {
    let page: Page;
    let context: WatchedPage["context"];
    beforeAll(async () => {
      const sources = [1, 2, 3, 4, 5].map((n) => ({ name: `${n}${WIDE_WORD}`, url: `https://example.com/${n}` }));
      const own = { sources, icons: '/mine/"quoted"/', counter: { line: WIDE_WORD } };
      const before = async ({ context }: WatchedPage) => {
        await context.route("**/dailyleet.json", async (route) => {
          const response = await route.fetch();
          await route.fulfill({ json: { ...(await response.json()), ...own } });
        });
        await context.route("**/questions.json", async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: (await response.text()).replaceAll("Two Sum", WIDE_WORD) });
        });
      };
      ({ page, context } = await openCalendar(stage, { profile: LONG_NAME, isNew: true, before }));
    });
    afterAll(() => context?.close());

    it("shows the icons that the configuration names", async () => {
      const icon = page.locator("#day-200 a").nth(1);
      const shown = await icon.evaluate((link) => getComputedStyle(link).backgroundImage);
      expect(shown).toContain(`url("${stage.server.url}/mine/%22quoted%22/2.jpg")`);
    });

    it.each(FAMILIES)(
      "in %s the bar is one row from 736 px on, and shows the person; the calendar is in the middle",
      async (family) => {
        await dress(page, family);
        for (const width of [736, 768, 961, 1024]) {
          await page.setViewportSize({ width, height: 900 });
          const { x = 0, width: taken = 0 } = (await page.locator(".calendar").boundingBox()) ?? {};
          expect([width, x * 2 + taken]).toEqual([width, width]);
          const rows = await page
            .locator(".bar button")
            .evaluateAll((all) =>
              all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().y),
            );
          expect([width, new Set(rows).size]).toEqual([width, 1]);
          expect(await barButton(page, `Menu of ${LONG_NAME}`).isVisible()).toBe(true);
          expect(await sidewaysOverflow(page)).toBe(0);
        }
      },
    );

    it("a source's name of one long word makes nothing scroll sideways", async () => {
      await page.locator(".totals").getByText(`1${WIDE_WORD}`).waitFor();
      for (const width of [768, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await sidewaysOverflow(page)]).toEqual([width, 0]);
      }
    });

    it("one long word in a note, a filter or a line of the configuration leaves everything in the window", async () => {
      await page.setViewportSize({ width: 320, height: 568 });
      await page.locator(".day[aria-current] [aria-pressed]").first().click();
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
        await goToHash(page, `${name}=${"https://example.com/".padEnd(300, "x")}`);
        await page.locator(".empty").waitFor();
        expect([name, await sidewaysOverflow(page)]).toEqual([name, 0]);
        await goToHash(page, "");
        await page.locator(".empty").waitFor({ state: "detached" });
      }
    });

    it("a question's name of one long word leaves its list, today's plan and the flow in the window", async () => {
      await page.locator(".rows").getByText(WIDE_WORD).first().waitFor();
      await page.getByRole("button", { name: "Plan and progress" }).click();
      await page.locator(".suggestion").getByText(WIDE_WORD).waitFor();
      expect(await sidewaysOverflow(page)).toBe(0);
      await page.locator(".suggestion .primary").click();
      await page.locator(".flow").getByText(WIDE_WORD).first().waitFor();
      expect(await sidewaysOverflow(page)).toBe(0);
    });
  });
}

function goToHash(page: Page, hash: string): Promise<void> {
  return page.evaluate((next) => {
    location.hash = next;
  }, hash);
}
