import { addDays, dayHeading, dayOfYear, longDate } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../support/cliProcess.ts";
import { today, todayNumber } from "../support/today.ts";
import {
  barButton,
  besideMonths,
  focused,
  holdRequests,
  isInWindow,
  newPage,
  signInButton,
  tickButton,
  useStage,
  waitForSaved,
} from "./support/browser.ts";
import { calendarIsKnown, openCalendar } from "./support/calendar.ts";
import { importPractice } from "./support/practice.ts";

const stage = useStage();
const heading = dayHeading(todayNumber);
it("a whole session needs no pointer", async () => {
  const { page, context, problems } = await newPage(stage);
  await page.goto(stage.server.url);
  await tabTo(page, "Sign in with Google");
  const opened = context.waitForEvent("page");
  await page.keyboard.press("Enter");
  const signInWindow = await opened;
  await signInWindow.getByRole("button", { name: "Continue as You" }).waitFor();
  await tabTo(signInWindow, "Continue as You");
  // The window may close before the key is up.
  await signInWindow.keyboard.press("Enter").catch(() => {});
  await calendarIsKnown(page);

  const announced = await noteAnnouncements(page);
  await page.keyboard.press("3");
  await tickButton(page, `${heading}, GeeksforGeeks`, "Done").waitFor();
  const cell = page.getByRole("gridcell", { name: longDate(today) });
  const label = () => cell.getAttribute("aria-label");
  await expect.poll(label).toBe(`${longDate(today)}: 1 of 5 done, GeeksforGeeks.`);
  await page.getByText(`${heading}, GeeksforGeeks, Done`, { exact: true }).waitFor();
  await waitForSaved(page);
  expect(await announced()).toEqual([`${heading}, GeeksforGeeks, Done`]);
  await page.keyboard.press("Control+z");
  await tickButton(page, `${heading}, GeeksforGeeks`, "Untried").waitFor();
  await page.getByText(`Undone. ${heading}, GeeksforGeeks, Untried`, { exact: true }).waitFor();

  await tabTo(page, `${longDate(today)}: nothing done.`);
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await expect.poll(() => focused(page)).toContain(longDate(addDays(today, -5)));
  expect(await page.locator(".cell[tabindex='0']").count()).toBe(1);
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe(`${dayHeading(dayOfYear(addDays(today, -5)))}, LeetCode, Untried`);
  await page.keyboard.press("Space");
  await expect.poll(() => focused(page)).toBe(`${dayHeading(dayOfYear(addDays(today, -5)))}, LeetCode, Done`);
  await page.keyboard.press("t");
  await expect.poll(() => focused(page)).toBe(`${heading}, LeetCode, Untried`);

  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await expect.poll(() => focused(page)).toBe("Keyboard shortcuts");
  // Neither key reaches a control of the sheet: single keys stay on, and 'm' below works.
  await page.keyboard.press("1");
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe(`${heading}, LeetCode, Untried`);

  await page.keyboard.press("m");
  await tabTo(page, "Switch counter");
  await page.keyboard.press("Enter");
  await tabTo(page, "Increase Count");
  await page.keyboard.press("Enter");
  await page.getByText("Count: 1").waitFor();
  await page.keyboard.press("m");
  await expect.poll(() => focused(page)).toBe("Switch View");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Calendar");
  await page.keyboard.press("/");
  await expect.poll(() => focused(page)).toBe("Search the questions");
  await page.keyboard.type("two sum 1 t ?");
  expect(await page.getByRole("searchbox").inputValue()).toBe("two sum 1 t ?");
  await page.getByRole("searchbox").press("Control+a");
  await page.keyboard.type("sum");
  const row = page.locator(".rows h3 button").first();
  const name = (await row.textContent()) ?? "";
  await tabTo(page, name);
  await page.keyboard.press("Enter");
  await page.getByRole("main").getByRole("heading", { name: "Takeaways" }).waitFor();

  await page.keyboard.press("m");
  await page.keyboard.press("Enter");
  await page.getByRole("grid").waitFor();
  await expect.poll(() => focused(page)).toBe("Calendar");
  await page.keyboard.press("m");
  await tabTo(page, "Menu of You");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^Your data/);
  for (const key of ["ArrowUp", "ArrowUp", "Home", "ArrowDown"]) await page.keyboard.press(key);
  await expect.poll(() => focused(page)).toMatch(/^Settings/);
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("Menu of You");
  for (const [keys, title] of [
    ["gs", "Settings"],
    ["gd", "Your data"],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key);
    await page.getByRole("dialog", { name: title }).waitFor();
    await expect.poll(() => focused(page)).toBe(title);
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Menu of You");
  }
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toMatch(/^Your data/);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await signInButton(page).waitFor();
  expect(problems).toEqual([]);
});

it("Tab stops once a day, arrow keys move among the ticks of any layout, and 'o' opens a tick's site", async () => {
  const { page, context } = await openCalendar(stage, { time: new Date(today.year, 10, 25, 12) });
  const stops = await page.locator("a[href], button, input, select, summary, [tabindex]").evaluateAll((all) => {
    const reached = all.filter((one) => (one as HTMLElement).tabIndex >= 0 && one.checkVisibility());
    return [reached.length, reached.filter((one) => one.matches(".day button[aria-pressed], .day a.s1")).length];
  });
  expect(stops[0]).toBeLessThanOrEqual(700);
  expect(stops[1]).toBe(365);

  const walk = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return focused(page);
  };
  await tickButton(page, "November 9, LeetCode", "Untried").focus();
  expect(await walk("ArrowDown", "ArrowRight")).toBe("November 10, Code360, Untried");
  expect(await walk("End", "ArrowDown")).toBe("November 17, LeetCode, Untried");
  // Today's ticks stand in one row.
  expect(await walk("ArrowRight", "ArrowDown")).toBe("November 18, Code360, Untried");
  expect(await walk("End", "ArrowDown", "ArrowRight")).toBe("November 25, Code360, Untried");
  expect(await walk("End", "ArrowRight")).toBe("November 26, LeetCode, Untried");
  await page.keyboard.press("Space");
  expect(await walk("ArrowDown", "ArrowUp")).toBe("November 26, LeetCode, Done");
  expect(await walk("PageUp")).toBe("October 26, LeetCode, Untried");
  await expect.poll(() => isInWindow(page.locator("#day-299"))).toBe(true);
  expect(await walk("Control+Home")).toBe("January 1, LeetCode, Untried");
  const opened = context.waitForEvent("page");
  await context.route("https://leetcode.com/**", (route) => route.abort());
  await page.keyboard.press("o");
  await (await opened).close();

  await page.setViewportSize({ width: 390, height: 844 });
  await tickButton(page, "November 9, LeetCode", "Untried").focus();
  expect(await walk("ArrowDown", "ArrowRight")).toBe("November 10, Code360, Untried");
  expect(await walk("End", "ArrowRight")).toBe("November 11, LeetCode, Untried");
  await tickButton(page, "November 25, CodeChef", "Untried").focus();
  expect(await walk("ArrowUp", "ArrowDown", "ArrowDown")).toBe("November 26, LeetCode, Done");
});

describe("on one page,", () => {
  let page: Page;
  let problems: readonly string[];
  beforeAll(async () => {
    await importPractice(stage, today.year, todayNumber - 1);
    const permissions = ["clipboard-read", "clipboard-write"];
    ({ page, problems } = await openCalendar(stage, { colorScheme: "light", permissions }));
  });

  it("ticks today by key from another year, which is named while it shows, and goes there", async () => {
    const month = page.locator(".month", { has: page.locator("#day-60") }).getByRole("heading", { level: 2 });
    expect(await month.ariaSnapshot()).toContain('"March"');
    await besideMonths(page).getByRole("button", { name: "Previous year" }).click();
    await expect.poll(() => month.ariaSnapshot()).toContain(`"March ${today.year - 1}"`);
    await page.evaluate(() => scrollTo(0, 0));

    await page.keyboard.press("2");
    await expect.poll(() => focused(page)).toBe(`${heading}, Code360, Done`);
    await expect.poll(() => isInWindow(page.locator(".day[aria-current]"))).toBe(true);
    expect(await month.ariaSnapshot()).not.toContain(`${today.year - 1}`);
    await waitForSaved(page);
  });

  it("copies the year as the terminal draws it, links to today, remembers the theme, and prints one page", async () => {
    const link = page.locator("a.skip").filter({ hasText: "Skip to today", visible: true });
    await link.press("Enter");
    await expect.poll(() => focused(page)).toMatch(new RegExp(`^${heading}, LeetCode`));

    await besideMonths(page).getByRole("button", { name: "Share" }).press("Enter");
    await besideMonths(page).getByRole("button", { name: "Copy my year" }).press("Enter");
    await page.getByText("Copied.", { exact: true }).waitFor();
    const { stdout } = await runCli(stage.home, ["stats", "--color", "never"], { LANG: "C.UTF-8" });
    const [heatmap = "", totals] = (await page.evaluate(() => navigator.clipboard.readText())).split(
      /\n(?=\d+ ticks? on)/,
    );
    expect([stdout.startsWith(`${heatmap}\n`), totals]).toEqual([true, expect.stringContaining("streak")]);

    await page.keyboard.press("Escape");

    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await barButton(page, "Theme: System").press("Enter");
    await barButton(page, "Theme: Dark").waitFor();
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.reload({ waitUntil: "commit" });
    await page.waitForFunction(() => document.body && document.styleSheets.length > 0);
    expect(await paper()).toBe(dark);

    await page.getByRole("grid").waitFor();
    await page.locator(".tracker[aria-busy=false]").waitFor();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Count (\d+)/)?.[1]).toBe("1");
    // An open sheet is not printed, either.
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.emulateMedia({ media: "print" });
    // The buttons in the graph's head are its month labels, so they are printed.
    const controls = page.locator(":is(button, [role=button]):not(thead button)");
    expect(await controls.filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole("row", { name: /^December/ }).isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  it("shortcuts can be turned off where the browser keeps nothing", async () => {
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await barButton(page, "Keyboard shortcuts").click();
    await page.getByLabel("Turn on shortcuts", { exact: true }).uncheck();
    const help = page.getByRole("dialog");
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.keyboard.press("?");
    expect(await help.count()).toBe(0);
    await barButton(page, "Keyboard shortcuts").click();
    await page.getByLabel("Turn on shortcuts", { exact: true }).check();
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await help.waitFor();
  });

  it("the first keys load the shortcuts and are two of them, also where the page is never idle", async () => {
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await page.reload();
    await page.locator(".tracker[aria-busy=false]").waitFor();
    expect(await barButton(page, "Keyboard shortcuts").count()).toBe(0);
    const release = await holdRequests(page, "**/_astro/data.*.js");
    for (const key of "gs") await page.keyboard.press(key);
    release();
    const settings = page.getByRole("dialog", { name: "Settings" });
    await settings.waitFor();
    await page.keyboard.press("Escape");
    await settings.waitFor({ state: "detached" });
    await page.keyboard.press("1");
    await tickButton(page, `${heading}, LeetCode`, "Done").waitFor();
    await page.keyboard.press("Control+z");
    await tickButton(page, `${heading}, LeetCode`, "Untried").waitFor();
  });
});

/** Records the announcements of screen readers from now on: each change of a live region that is not off. */
async function noteAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const announced = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const observer = new MutationObserver((records) => {
      const regions = records.map(({ target }) => {
        return (target instanceof Element ? target : target.parentElement)?.closest("[aria-live], [role=status]");
      });
      for (const region of new Set(regions)) {
        if (region && region.getAttribute("aria-live") !== "off") texts.push(region.textContent);
      }
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => announced.jsonValue();
}

async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let at = await focused(page); at !== name; at = await focused(page)) {
    passed.push(at);
    if (passed.length > 200) throw new Error(`Tab does not reach '${name}': ${passed.slice(0, 30).join(" | ")}`);
    await page.keyboard.press(key);
  }
}
