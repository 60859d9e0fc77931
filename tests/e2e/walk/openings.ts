import { DEFAULT_SOURCES, dayHeading, SHARED_DAY, WEEKDAY_NAMES, weekday } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { today, todayNumber } from "../../support/today.ts";
import { tick, tickButton } from "../support/browser.ts";
import { calendarIsWhole } from "../support/calendar.ts";
import { isSeen, stuckHeight } from "../support/layout.ts";
import { expectWeekdays } from "./calendar.ts";
import { card, type Opened } from "./page.ts";

declare global {
  interface Window {
    /** Days and months that any frame showed as empty cards since the page began. */
    empty: string[];
    /** The page's clock, at noon of its day (ms). */
    noon: number;
  }
}

/** A throttled processor: the scroll to today then starts in the middle of a long task. */
const SLOW = { reducedMotion: "no-preference", rate: 4 } as const;
const { year } = today;

/** The page as it opens anew in several windows and on several days. */
export function openingFacts(page: Opened, url: () => string): void {
  const openAt = async (width: number, height: number, date: Date, arrived = () => calendarIsWhole(page())) => {
    await page().goto("about:blank");
    await page().setViewportSize({ width, height });
    const scripts = [
      await page().addInitScript(noteEmpty),
      await page().addInitScript((noon) => {
        window.noon = noon;
        Date.now = () => window.noon;
      }, date.getTime()),
    ];
    await page().goto(url());
    await arrived();
    for (const script of scripts) await script.dispose();
  };
  const expectWholeCards = async () => {
    expect(await page().evaluate(() => window.empty)).toEqual([]);
    await expect.poll(() => page().evaluate(cutByHeading)).toEqual([]);
  };
  const noon = new Date(year, today.month - 1, today.day, 12);

  describe.each([
    [360, 740],
    [768, 1024],
    [1440, 900],
  ])("opened at %i × %i", (width, height) => {
    beforeAll(() => openAt(width, height, noon));

    it("shows no empty card meanwhile, and cuts none", expectWholeCards);

    it("shows date, weekday, five names, progress and streak of today, with the day before", async () => {
      const name = WEEKDAY_NAMES[weekday(today)];
      for (const text of [dayHeading(todayNumber), `Today, ${name}`, /^14-day streak/, "3/5"]) {
        await expect.poll(() => isSeen(page(), card(page()).getByText(text, { exact: true }).first())).toBe(true);
      }
      for (const { name } of DEFAULT_SOURCES) {
        expect(await isSeen(page(), card(page()).getByRole("link", { name }).getByText(name))).toBe(true);
      }
      expect(await isSeen(page(), page().locator(`#day-${todayNumber - 1}`))).toBe(true);
      expect(await isSeen(page(), card(page()).locator("header"))).toBe(true);
      for (const button of await card(page()).locator("li button").all())
        expect(await isSeen(page(), button)).toBe(true);
      expect(await card(page()).getByRole("img", { name: "3 of 5 done" }).isVisible()).toBe(true);
      expect(await slicedDays(page())).toEqual([]);
    });
  });

  it.each([
    [320, 568, "this day", noon],
    [1920, 1200, "this day", noon],
    [390, 844, "31 December", new Date(year, 11, 31, 12)],
    [1280, 1800, "31 December", new Date(year, 11, 31, 12)],
    [1280, 1800, "1 January", new Date(year, 0, 1, 12)],
  ] as const)(
    "never shows an empty card while it opens, and cuts none, at %i × %i on %s",
    async (width, height, _, date) => {
      await openAt(width, height, date);
      await expectWholeCards();
    },
  );

  it("never shows an empty card while it opens and moves to today on a slow computer", async () => {
    const processor = await page().context().newCDPSession(page());
    await page().emulateMedia({ reducedMotion: SLOW.reducedMotion });
    await processor.send("Emulation.setCPUThrottlingRate", { rate: SLOW.rate });
    await openAt(1280, 800, noon, async () => {
      await expect.poll(() => isSeen(page(), card(page()))).toBe(true);
      // The days far from today are drawn last and need no throttling.
      await processor.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await calendarIsWhole(page());
    });
    await expectWholeCards();
    await page().emulateMedia({ reducedMotion: "reduce" });
  });

  describe("on 29 February 2028", () => {
    beforeAll(async () => {
      // An earlier visit stored another first day of the week.
      await page().evaluate(() => localStorage.setItem(`dailyleet/week/${navigator.language}`, "1"));
      await openAt(1440, 900, new Date(2028, 1, 29, 12));
    });

    it("shows no empty card meanwhile, and cuts none", expectWholeCards);

    it("each day stands below its weekday, also where the week begins on a Monday", () =>
      expectWeekdays(page(), 2028, 1));

    it("that day has its own name, says what it shares, and greets nobody as new who ticked years ago", async () => {
      await card(page()).getByText("Tick one to start a streak").waitFor();
      const heading = await card(page()).locator("header > *").allTextContents();
      expect(heading).toEqual(["Today, Tuesday", "February 29", "0/5"]);
      expect(await card(page()).locator(".notes").innerText()).toContain(SHARED_DAY);
      await tick(page(), "February 29, LeetCode");
      await page().evaluate(() => {
        window.noon += 86_400_000;
        window.dispatchEvent(new Event("focus"));
      });
      await card(page()).getByText("Today, Wednesday").waitFor();
      await tickButton(page(), "March 1, LeetCode", "Done").waitFor();
    });
  });
}

/**
 * Texts and buttons of days that a month's heading covers in part. The heading's lowest tenth fades; its upper half
 * still hides an edge.
 */
function cutByHeading(): string[] {
  const isCut = (part: Element) => {
    const heading = part.closest(".month")?.querySelector("header")?.getBoundingClientRect() ?? new DOMRect();
    const { top, bottom } = part.getBoundingClientRect();
    const edge = heading.top + 0.9 * heading.height;
    return edge > 0 && top < edge && bottom > edge + 0.05 * heading.height;
  };
  const parts = [...document.querySelectorAll(".day:not(.today) :is(h3, button), .day.today header")];
  return parts.filter(isCut).map((part) => `${part.ariaLabel ?? part.textContent}`);
}

/** The days whose text or buttons begin above the lower edge of the month's heading and end below it. */
async function slicedDays(page: Page): Promise<string[]> {
  const edge = await stuckHeight(page);
  return page.locator(".day > :is(h3, a, button)").evaluateAll((parts, edge) => {
    const sliced = parts.filter((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return top < edge && bottom > edge;
    });
    return sliced.map((part) => part.parentElement?.id ?? "");
  }, edge);
}

function noteEmpty(): void {
  window.empty = [];
  const isSeen = (part: Element) => {
    const { top, bottom } = part.getBoundingClientRect();
    // The month's heading covers days, except with its last tenth, which fades.
    const heading = part.closest(".month")?.querySelector("header")?.getBoundingClientRect();
    return bottom > (heading ? heading.top + 0.9 * heading.height : 0) && top < innerHeight;
  };
  const look = () => {
    requestAnimationFrame(look);
    if (!document.querySelector("main.tracker:not([hidden])")) return;
    for (const card of document.querySelectorAll(".day:not(:has(h3)), .days:empty")) {
      if (isSeen(card)) window.empty.push(card.id || `${card.parentElement?.textContent}`);
    }
  };
  requestAnimationFrame(look);
}
