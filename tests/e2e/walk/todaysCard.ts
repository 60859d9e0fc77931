import { dayHeading } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { today, todayNumber } from "../../support/today.ts";
import { barButton, besideMonths, focused, type Stage, tickButton, visit } from "../support/browser.ts";
import { calendarIsKnown } from "../support/calendar.ts";
import { capabilitiesOf, contrast } from "../support/colours.ts";
import { FAMILIES } from "../support/fonts.ts";
import { isSeen } from "../support/layout.ts";
import { card, dress, FIRST_DAY, type Opened } from "./page.ts";

const heading = dayHeading(todayNumber);
const pill = (page: Page) => besideMonths(page).getByRole("button", { name: "Today", exact: true });

/** Today's card among the other days. */
export function todayFacts(page: Opened): void {
  it.each(FAMILIES)(
    "in %s today's card breaks no name and has its ticks in one line, as where a window is enlarged",
    async (family) => {
      await dress(page(), family);
      for (const width of [740, 768, 1100]) {
        await page().setViewportSize({ width, height: 400 });
        const link = card(page()).getByRole("link", { name: "GeeksforGeeks" });
        const lines = await link.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getClientRects().length;
        });
        const tops = await card(page())
          .locator("li button")
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
        expect({ width, lines, rows: new Set(tops).size }).toEqual({ width, lines: 1, rows: 1 });
      }
    },
  );

  it.each(["light", "dark"] as const)("each step back keeps its words readable, in %s colours", async (colorScheme) => {
    await page().emulateMedia({ colorScheme });
    const paper = (await capabilitiesOf(page(), "body")).backgroundColor;
    for (const day of [".day[aria-current]", `#day-${todayNumber - 1}`, `#day-${todayNumber + 1}`]) {
      const ground = (await capabilitiesOf(page(), day)).backgroundColor;
      // A future day shows its text under the pointer.
      await page().locator(`${day} h3`).hover();
      for (const part of ["h3", "a", "button"]) {
        const { color, backgroundColor } = await capabilitiesOf(page(), `${day} ${part}`);
        // Behind a link is its icon, and the number stands beside the link.
        const behind =
          [part === "a" ? ground : backgroundColor, ground, paper].find((one) => one !== "rgba(0, 0, 0, 0)") ?? paper;
        expect([day, part, contrast(color, behind) >= 4.5]).toEqual([day, part, true]);
      }
    }
  });

  it("lets the days to come and those before the first tick step back, and no other", async () => {
    const quiet = () => page().locator(".day.quiet");
    const days = await quiet().evaluateAll((all) => all.map(({ id }) => Number(id.slice(4))));
    const all = Array.from({ length: 365 }, (_, index) => index + 1);
    expect(days).toEqual(all.filter((day) => day < FIRST_DAY || day > todayNumber));
    await tickButton(page(), "March 5, LeetCode", "Untried").click();
    await expect.poll(() => quiet().count()).toBe(63 + 365 - todayNumber);
    await barButton(page(), "Undo").click();
    await expect.poll(() => quiet().count()).toBe(days.length);
  });

  it("shows a ring in place of 'Untried' on such a day, until the pointer or the focus is on it; nothing moves", async () => {
    const quiet = `#day-${todayNumber + 1}`;
    const button = page().locator(`${quiet} button`).first();
    const box = () => button.boundingBox();
    const looks = () =>
      button.evaluate((one) => {
        const { color, backgroundImage } = getComputedStyle(one);
        return [color === "rgba(0, 0, 0, 0)" ? "ring" : "word", backgroundImage === "none" ? "word" : "ring"];
      });
    const shows = async (what: "ring" | "word") => expect(await looks()).toEqual([what, what]);
    await button.scrollIntoViewIfNeeded();
    await page().mouse.move(0, 0);
    const place = await box();
    await shows("ring");
    expect(await button.textContent()).toBe("Untried");
    await page().locator(`${quiet} h3`).hover();
    await shows("word");
    await page().mouse.move(0, 0);
    await button.focus();
    await shows("word");
    await button.blur();
    await shows("ring");
    for (const media of [{ forcedColors: "active" }, { contrast: "more" }] as const) {
      await page().emulateMedia(media);
      await shows("word");
      await page().emulateMedia({ forcedColors: "none", contrast: "no-preference" });
    }
    await shows("ring");
    expect(await box()).toEqual(place);
  });

  it("offers the way back while today is out of view, also from the top and from another year", async () => {
    await page().setViewportSize({ width: 1280, height: 720 });
    await page().keyboard.press("t");
    await expect.poll(() => isSeen(page(), card(page()))).toBe(true);
    await pill(page()).waitFor({ state: "detached" });
    for (const leave of [
      () => besideMonths(page()).getByRole("button", { name: "Back to top" }).click(),
      () => page().evaluate(() => document.getElementById("day-60")?.scrollIntoView({ behavior: "instant" })),
      () => besideMonths(page()).getByRole("button", { name: "Previous year" }).click(),
    ]) {
      await leave();
      await pill(page()).click();
      await expect.poll(() => isSeen(page(), card(page()))).toBe(true);
      await pill(page()).waitFor({ state: "detached" });
      await expect.poll(() => focused(page())).toContain(`${heading}, LeetCode`);
    }
  });
}

/** Today's card as time passes, on a page whose clock the test controls. */
export function passingTimeFacts(stage: Stage): void {
  describe("on a page whose clock stands still,", () => {
    const at = (days: number, hour: number) => new Date(today.year, today.month - 1, today.day + days, hour);
    let page: Page;
    beforeAll(async () => {
      ({ page } = await visit(stage, { time: at(0, 12) }));
      await calendarIsKnown(page);
    });

    it("counts in the ring and in the title what is ticked, and celebrates the fifth only when it is set", async () => {
      await expect.poll(() => page.title()).toBe("3/5 · dailyleet · Daily Coding Problem");
      for (const [source, done] of [
        ["Code360", "4/5"],
        ["InterviewBit", "5/5"],
      ] as const) {
        await tickButton(page, `${heading}, ${source}`, "Untried").click();
        await card(page).getByText(done, { exact: true }).waitFor();
        await page.locator(".toast", { hasText: `${source}: done` }).waitFor();
        await expect.poll(() => page.title()).toBe(`${done} · dailyleet · Daily Coding Problem`);
      }
      await page.locator(".just-whole").waitFor();
      await page.reload();
      await card(page).getByText("5/5", { exact: true }).waitFor();
      expect(await page.locator(".just-whole").count()).toBe(0);

      await tickButton(page, `${heading}, InterviewBit`, "Done").click();
      await page.locator(".toast", { hasText: "InterviewBit: untried" }).waitFor();
      expect(await page.locator(".just-whole").count()).toBe(0);
      await barButton(page, "Undo").click();
      await tickButton(page, `${heading}, InterviewBit`, "Done").waitFor();

      await page.clock.setSystemTime(at(1, 12));
      await page.evaluate(() => dispatchEvent(new Event("focus")));
      await card(page).getByText("14-day streak; tick once to keep it").waitFor();
    });

    it("is there within 400 ms of a way that is seen, and stops where the person scrolls meanwhile", async () => {
      await barButton(page, /^Theme/).waitFor();
      await page.emulateMedia({ reducedMotion: "no-preference" });
      const place = () => page.evaluate(() => scrollY);
      await page.keyboard.press("t");
      await expect.poll(() => isSeen(page, card(page))).toBe(true);
      await page.clock.runFor(1_000);
      const goal = await place();
      await page.clock.pauseAt(at(1, 13));
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));

      await page.keyboard.press("t");
      const begin = await place();
      expect(goal - begin).toBeGreaterThan(100);
      await page.clock.runFor(150);
      const middle = await place();
      expect(middle).toBeGreaterThan(begin);
      expect(middle).toBeLessThan(goal);
      await page.clock.runFor(250);
      expect(await place()).toBe(goal);

      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      await page.keyboard.press("t");
      await page.clock.runFor(50);
      const heard = page.evaluate(() => new Promise<void>((resolve) => addEventListener("wheel", () => resolve())));
      await page.mouse.wheel(0, -1);
      await heard;
      const left = await place();
      await page.clock.runFor(500);
      expect(Math.abs((await place()) - left)).toBeLessThan(5);
    });
  });
}
