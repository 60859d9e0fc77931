import type { CDPSession } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { todayNumber } from "../../support/today.ts";
import { besideMonths } from "../support/browser.ts";
import { FAMILIES } from "../support/fonts.ts";
import { gapToButton, sidewaysOverflow, stuckHeight, walkCalendar } from "../support/layout.ts";
import { dress, type Opened, todayIntoView } from "./page.ts";

/** The calendar by touch, and in narrow windows. */
export function phoneFacts(page: Opened): void {
  let devtools: CDPSession;
  beforeAll(async () => {
    devtools = await page().context().newCDPSession(page());
  });
  /** Sets the browser's own font size (%). */
  const setLetters = async (percent: number) => {
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: (16 * percent) / 100 } });
  };

  it.each(FAMILIES)("in %s bar and month leave four fifths of the smallest window", async (family) => {
    await dress(page(), family);
    await page().setViewportSize({ width: 320, height: 568 });
    await todayIntoView(page());
    expect(await stuckHeight(page())).toBeLessThanOrEqual(568 / 5);
  });

  it.each([
    [320, 568],
    [390, 844],
    [768, 1024],
    [568, 320],
  ])("what leads to the top covers no button at %i × %i, and shows when there is something above", async (w, h) => {
    await page().setViewportSize({ width: w, height: h });
    await page().evaluate(() => scrollTo(0, 0));
    expect(await arrowIsSeen(page())).toBe(false);
    const { covered, checked, withArrow } = await walkCalendar(page());
    expect([covered, withArrow]).toEqual([[], 10]);
    expect(checked).toBeGreaterThan(200);
    await besideMonths(page()).getByRole("button", { name: "Back to top" }).click();
    expect(await page().evaluate(() => scrollY)).toBe(0);
  });

  it.each([
    [320, 568],
    [360, 640],
    [390, 844],
    [844, 390],
  ])("what offers to take a tick back covers none of today's at %i × %i", async (width, height) => {
    await page().setViewportSize({ width, height });
    await todayIntoView(page());
    const ticks = page().locator(".day[aria-current] [aria-pressed]");
    await ticks.first().click();
    await page().locator(".toast").waitFor();
    const covered = await ticks.evaluateAll((all) => {
      const toast = document.querySelector(".toast")?.getBoundingClientRect();
      const isCovered = ({ left, right, top, bottom }: DOMRect) =>
        !toast || (toast.left < right && left < toast.right && toast.top < bottom && top < toast.bottom);
      return all.filter((one) => isCovered(one.getBoundingClientRect())).map((one) => one.ariaLabel);
    });
    expect(covered).toEqual([]);
    await page().getByRole("button", { name: "Undo" }).click();
  });

  it("a button looks the same before and after a finger was on it, which leaves :hover behind", async () => {
    await page().setViewportSize({ width: 390, height: 844 });
    const button = page().locator(".day[aria-current] [aria-pressed]").first();
    const look = () =>
      button.evaluate(async (one) => {
        // A cancelled animation counts as ended.
        await Promise.allSettled(one.getAnimations().map(({ finished }) => finished));
        return getComputedStyle(one).borderColor;
      });
    const before = await look();
    // Hover again if days that are drawn later have moved the button.
    const hover = () => button.hover().then(() => button.evaluate((one) => one.matches(":hover")));
    await expect.poll(hover).toBe(true);
    await expect.poll(look).toBe(before);
  });

  it.each([
    [320, 568],
    [390, 844],
  ])(
    "the screens are at the thumb, the switches above, and nothing touches an edge at %i × %i",
    async (width, height) => {
      await page().setViewportSize({ width, height });
      await todayIntoView(page());
      const boxes = (selector: string) =>
        page()
          .locator(selector)
          .evaluateAll((all) =>
            all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
          );
      const [screens, switches] = [await boxes(".bar nav a"), await boxes(".views button")];
      expect([screens.length, switches.length]).toEqual([3, 2]);
      expect(screens.every(({ top, bottom }) => top > height - 64 && bottom <= height)).toBe(true);
      expect(switches.every(({ bottom }) => bottom < 80)).toBe(true);
      const all = [...screens, ...switches, ...(await boxes(".bar h1, .bar > .name, .tools button, .rail button"))];
      expect(all.filter(({ left, right, top }) => left < 4 || right > width - 4 || top < 4)).toEqual([]);
    },
  );

  it("the streak stands below the ring, and no key is in the menu", async () => {
    await page().setViewportSize({ width: 390, height: 844 });
    const bottom = await page()
      .locator(".ring")
      .evaluate((ring) => ring.getBoundingClientRect().bottom);
    const number = await page().locator(".streak").boundingBox();
    expect(number?.y).toBeGreaterThanOrEqual(bottom);
    await page().locator(".bar .name").tap();
    const menu = page().locator("#person").getByRole("button");
    await expect.poll(() => menu.allInnerTexts()).toEqual(["Your data", "Settings", "Switch profile", "Sign out"]);
    await page().keyboard.press("Escape");
  });

  it("an earlier year opens where its ticks are, with a hint that there is more", async () => {
    await page().evaluate(() => scrollTo(0, 0));
    await page().getByRole("button", { name: "Previous year" }).tap();
    const frame = page().locator(".heatmap");
    const tick = page().locator('.cell[data-level="1"][data-date$="-12-31"]');
    await tick.waitFor();
    const isSeen = async () => {
      const [around, cell] = [await frame.boundingBox(), await tick.boundingBox()];
      return !!around && !!cell && cell.x >= around.x && cell.x + cell.width <= around.x + around.width;
    };
    await expect.poll(isSeen).toBe(true);
    const hints = () =>
      frame.evaluate((one) =>
        ["--before", "--after"].map((side) => getComputedStyle(one).getPropertyValue(side) !== ""),
      );
    expect(await hints()).toEqual([true, false]);
    await frame.evaluate((one) => one.scrollTo(0, 0));
    await expect.poll(hints).toEqual([false, true]);
    await page().getByRole("button", { name: "Next year" }).tap();
    await page().locator(".day[aria-current]").waitFor();
  });

  it("a finger on a day to come shows its words", async () => {
    await page().setViewportSize({ width: 390, height: 844 });
    const button = page()
      .locator(`#day-${todayNumber + 1} button`)
      .first();
    const color = () => button.evaluate((one) => getComputedStyle(one).color);
    expect(await color()).toBe("rgba(0, 0, 0, 0)");
    await page()
      .locator(`#day-${todayNumber + 1} h3`)
      .tap();
    await expect.poll(color).not.toBe("rgba(0, 0, 0, 0)");
    await page().locator(".bar h1").tap();
    await expect.poll(color).toBe("rgba(0, 0, 0, 0)");
  });

  it("this week of the heatmap is in view again after the phone was turned", async () => {
    const isInView = () =>
      page()
        .locator(".heatmap")
        .evaluate((frame) => {
          const [around, today] = [frame, frame.querySelector(".cell[aria-current]")].map((part) =>
            part?.getBoundingClientRect(),
          );
          return !!around && !!today && today.left >= around.left && today.right <= around.right;
        });
    const turns = [
      [390, 844],
      [844, 390],
      [390, 844],
    ] as const;
    for (const [width, height] of turns) {
      await page().setViewportSize({ width, height });
      await expect.poll(isInView).toBe(true);
    }
    await page()
      .locator(".heatmap")
      .evaluate((frame) => frame.scrollTo(0, 0));
    await page().setViewportSize({ width: 844, height: 390 });
    await expect.poll(isInView).toBe(true);
  });

  it.each(FAMILIES)("in %s all of the year is in the heatmap's view on a touch screen of 1200 px", async (family) => {
    await dress(page(), family);
    await page().setViewportSize({ width: 1200, height: 900 });
    const hidden = await page()
      .locator(".heatmap")
      .evaluate((frame) => frame.scrollWidth - frame.clientWidth);
    expect([hidden, await sidewaysOverflow(page())]).toEqual([0, 0]);
  });

  const sizes = FAMILIES.flatMap((family) => [100, 125, 150, 200].map((percent) => [family, percent] as const));
  it.each(sizes)("in %s no word of a button is cut with letters of %i per cent", async (family, percent) => {
    await dress(page(), family);
    await setLetters(percent);
    for (const width of [320, 360, 390]) {
      await page().setViewportSize({ width, height: 760 });
      await todayIntoView(page());
      const cut = await page()
        .locator(".bar button, .day[aria-current] button")
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
      expect([width, cut, await sidewaysOverflow(page())]).toEqual([width, [], 0]);
    }
  });

  it.each(sizes)(
    "in %s all of today's card and of the bar is seen with letters of %i per cent",
    async (family, percent) => {
      await dress(page(), family);
      await setLetters(percent);
      // 308 px: a Firefox scroll bar's share of 320 taken off.
      for (const width of [308, 320, 360, 390, 641, 700]) {
        await page().setViewportSize({ width, height: 700 });
        await page().evaluate(() => scrollTo(0, 0));
        expect([width, await page().evaluate(clashes)]).toEqual([width, []]);
      }
    },
  );

  const extremes = sizes.filter(([, percent]) => percent === 100 || percent === 200);
  it.each(extremes)(
    "in %s a small sheet stands beside its button, in the window, with letters of %i per cent",
    async (family, percent) => {
      await dress(page(), family);
      await setLetters(percent);
      for (const [width, height] of [
        [320, 568],
        [390, 844],
        [568, 320],
        [768, 1024],
      ] as const) {
        await page().setViewportSize({ width, height });
        for (const opener of [".bar .name", ".why"]) {
          await page().evaluate(() => scrollTo(0, 0));
          await page().locator(opener).click();
          const gap = await page().locator("[popover]:popover-open").evaluate(gapToButton);
          await page().keyboard.press("Escape");
          expect([width, opener, Math.round(gap)]).toEqual([width, opener, 4]);
        }
      }
    },
  );

  it("the bar is as high as before once letters are small again, and the window wide", async () => {
    const height = async () => (await page().locator(".bar").boundingBox())?.height;
    await setLetters(100);
    await page().setViewportSize({ width: 1280, height: 800 });
    const before = await height();
    await setLetters(200);
    await page().setViewportSize({ width: 320, height: 568 });
    await expect.poll(height).toBeGreaterThan(2 * Number(before));
    await page().setViewportSize({ width: 1280, height: 800 });
    await setLetters(100);
    await expect.poll(height).toBe(before);
  });

  it.each(extremes)(
    "in %s no key in the help lies over what it does with letters of %i per cent",
    async (family, percent) => {
      await dress(page(), family);
      await setLetters(percent);
      for (const width of [320, 390]) {
        await page().setViewportSize({ width, height: 844 });
        await page().keyboard.press("?");
        const sheet = page().locator("dialog[open]");
        expect(await sheet.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
        const lost = await sheet.evaluate((help) => {
          const overlaps = ([key, meaning]: (DOMRect | undefined)[]) =>
            !key || !meaning || (key.right > meaning.left && key.bottom > meaning.top);
          const rows = [...help.querySelectorAll("dl > div")].filter((row) =>
            overlaps([...row.querySelectorAll("dt > :last-child, dd")].map((part) => part.getBoundingClientRect())),
          );
          return [...rows.map((row) => row.textContent), help.scrollWidth - help.clientWidth];
        });
        expect([width, lost]).toEqual([width, [0]]);
        // A key that is pressed before the sheet has closed would not open it again.
        await page().keyboard.press("Escape");
        await page().locator("dialog").waitFor({ state: "detached" });
      }
    },
  );
}

/**
 * Faults of today's card and the bar: parts that stick out, usual names broken within a word, words that touch the edge
 * of their button, and overlapping parts of the bar.
 */
function clashes(): string[] {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const box = (part: Element) => part.getBoundingClientRect();
  const [card] = all(".day[aria-current]");
  if (!card) return ["no card"];
  const edge = box(card);
  const outside = all(".day[aria-current] :is(a, button, header *)").filter(
    (part) => box(part).left < edge.left || box(part).right > edge.right,
  );
  const rangeOf = (part: Element) => {
    const word = document.createRange();
    word.selectNodeContents(part);
    return word;
  };
  const broken = all(".day[aria-current] li a").filter((link) => rangeOf(link).getClientRects().length > 1);
  const tight = all(".day:not([aria-current]) button").filter(
    (button) =>
      button.checkVisibility({ contentVisibilityAuto: true }) &&
      button.clientWidth - rangeOf(button).getBoundingClientRect().width < 2,
  );
  const bar = all(".bar > :is(h1, :not([popover]) :is(a, button), button), .rail button").filter((part) =>
    part.checkVisibility(),
  );
  // Adjacent rows of links share an edge.
  const overlaps = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom - 1.5 && other.top < one.bottom - 1.5;
  const covered = bar.filter((one) => bar.some((other) => one !== other && overlaps(box(one), box(other))));
  return [...outside, ...broken, ...tight, ...covered].map((part) => part.textContent);
}

/** Whether the link to the top is in the window. */
function arrowIsSeen(page: ReturnType<Opened>): Promise<boolean> {
  return page.locator(".back-to-top").evaluate((arrow) => {
    const { top, bottom } = arrow.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  });
}
