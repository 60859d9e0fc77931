import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { runCli } from "../support/cliProcess.ts";
import { today } from "../support/today.ts";
import { STATUS_LINE, tickButton, useStage, visit, type WatchedPage, waitForSaved } from "./support/browser.ts";
import { crash, keptKeys, openCalendar, outboxSize, waitForTracker } from "./support/calendar.ts";

const stage = useStage();
const { year } = today;

/** Delays each write to IndexedDB by 700 ms, as a slow disk does. */
function slowDownWriting(): void {
  const listen = EventTarget.prototype.addEventListener;
  IDBTransaction.prototype.addEventListener = function (type: string, listener: EventListener, ...rest: unknown[]) {
    const isSlow = type === "complete" && this.mode === "readwrite";
    const called = (event: Event) => setTimeout(() => listener.call(this, event), 700);
    return listen.call(this, type, isSlow ? called : listener, ...(rest as []));
  };
}

/** Delays the writes of changes to IndexedDB for ever. */
function holdWriting(): void {
  const listen = EventTarget.prototype.addEventListener;
  IDBRequest.prototype.addEventListener = function (type: string, listener: EventListener, ...rest: unknown[]) {
    const source = (this as IDBRequest).source as { name?: string } | null;
    return listen.call(this, type, source?.name === "byCell" ? () => {} : listener, ...(rest as []));
  };
}

/** The cell's state and the status line in the frame after the click. */
function frameAfterClick(page: Page, day: number, source: number): Promise<(string | null | undefined)[]> {
  return page.evaluate(
    ([ofDay, ofSource, statusLine]) =>
      new Promise((resolve) => {
        const button = document.querySelector<HTMLElement>(`#day-${ofDay} button[value="${ofSource}"]`);
        const status = document.querySelector(statusLine);
        button?.click();
        // Before the frame is painted, and after all its drawing.
        requestAnimationFrame(() =>
          queueMicrotask(() => resolve([button?.getAttribute("aria-pressed"), status?.textContent])),
        );
      }),
    [day, source, STATUS_LINE] as const,
  );
}

it("shows a click in its own frame, however slow the browser's database writes", async () => {
  const before = ({ page }: WatchedPage) => page.addInitScript(slowDownWriting);
  const { page, problems } = await visit(stage, { before });
  await waitForTracker(page);
  await page.locator(STATUS_LINE).waitFor({ state: "attached" });
  expect(await frameAfterClick(page, 64, 1)).toEqual(["true", "Saving…"]);
  expect(await frameAfterClick(page, 64, 1)).toEqual(["false", "Saving…"]);
  expect(await frameAfterClick(page, 64, 2)).toEqual(["true", "Saving…"]);
  await waitForSaved(page);
  expect((await stage.exported()).years[year]).toEqual({ 64: { 2: true } });
  expect(problems).toEqual([]);
});

/** Style sheets that the calendar needs once it knows the person's data, and the commands that make it need them. */
const LATE_STYLES: [string, string[][]][] = [
  // Of the form below today's ticks, for a new person.
  ["account", []],
  // Of the link to the plan's questions.
  ["screen", [["plan", `${year + 1}-01-31`]]],
];

it.each(LATE_STYLES)("shows a click in its own frame while %s.css is on its way", async (styles, commands) => {
  let asked: Promise<unknown> | undefined;
  const before = async ({ page }: WatchedPage) => {
    for (const command of commands) expect((await runCli(stage.home, [...command, "--profile", styles])).code).toBe(0);
    const isLate = new RegExp(`/${styles}\\.[^/]+\\.css$`);
    await page.route(isLate, () => {});
    asked = page.waitForRequest((request) => isLate.test(request.url()) && request.resourceType() === "stylesheet");
  };
  const { page } = await visit(stage, { profile: styles, isNew: true, before });
  await waitForTracker(page);
  await asked;
  expect((await frameAfterClick(page, 64, 1))[0]).toBe("true");
  expect((await frameAfterClick(page, 64, 1))[0]).toBe("false");
});

it("loses no click when the page dies in the same moment, nor when the person leaves in it", async () => {
  const { page, context } = await visit(stage);
  await page.addInitScript(holdWriting);
  await page.reload();
  await waitForTracker(page);
  expect((await frameAfterClick(page, 65, 3))[0]).toBe("true");
  expect(await outboxSize(page)).toBe(0);
  await crash(page);

  const next = await context.newPage();
  await next.goto(stage.server.url);
  await tickButton(next, "March 6, GeeksforGeeks", "Done").waitFor();
  await waitForSaved(next);
  expect((await stage.exported()).years[year]?.[65]).toEqual({ 3: true });
  expect(await next.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("click")))).toEqual([]);

  // The page sends a click even if the person leaves before the browser's database has it.
  await next.addInitScript(holdWriting);
  // A page that is left sends only to a year that it has read.
  const isOfYear = (body: string | null) => /\/data\/[^/"]+"/.test(body ?? "");
  const read = next.waitForResponse((one) => one.url().endsWith(":batchGet") && isOfYear(one.request().postData()));
  await next.reload();
  await waitForTracker(next);
  await (await read).finished();
  await expect.poll(() => keptKeys(next)).toContainEqual(expect.stringMatching(/^year\/.*\/\d+$/));
  expect((await frameAfterClick(next, 66, 3))[0]).toBe("true");
  await next.goto("about:blank");
  const daysOnServer = async () => (await stage.exported()).years[year];
  await expect.poll(daysOnServer).toMatchObject({ 66: { 3: true } });
});

/** The parts of the page that change up to the frame after a click on one of today's ticks. */
function changesByClick(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const changed = new Set<string>();
        const nameOf = ({ target }: MutationRecord) => {
          const element = target instanceof Element ? target : target.parentElement;
          const part = element?.closest("button, .ring, .toast, [role=status], .day, title");
          return part?.className || part?.role || element?.tagName;
        };
        const observer = new MutationObserver((records) => {
          for (const record of records) changed.add(String(nameOf(record)));
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        document.querySelector<HTMLElement>(".day[aria-current] button[value='3']")?.click();
        requestAnimationFrame(() => setTimeout(() => resolve([...changed].sort())));
      }),
  );
}

it("changes for a click nothing but the tick, today's count and words, the status and the offer to undo", async () => {
  const { page } = await openCalendar(stage, { profile: "Once", isNew: true });
  await changesByClick(page);
  await page.locator(".toast").waitFor();
  await waitForSaved(page);
  await expect.poll(() => page.title()).toBe("1/5 · dailyleet · Daily Coding Problem");
  // The figures have read the earlier years: they say 'day', no longer 'or longer'.
  await expect.poll(() => page.locator(".figures").textContent()).not.toMatch(/…|\d\+/);
  const changed = await changesByClick(page);
  // The undo offer may appear one frame later.
  expect(changed.filter((part) => part !== "toast")).toEqual(["BUTTON", "P", "ring", "status"]);
  await expect.poll(() => page.title()).toBe("0/5 · dailyleet · Daily Coding Problem");
});
