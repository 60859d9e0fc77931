import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { today } from "../support/today.ts";
import {
  barButton,
  besideMonths,
  focused,
  isInWindow,
  tick,
  tickButton,
  useStage,
  visit,
  waitForSaved,
} from "./support/browser.ts";

const stage = useStage();
let page: Page;
let problems: readonly string[];
beforeAll(async () => {
  await stage.cli("tick", "1", "--date", `${today.year - 1}-06-01`);
  ({ page, problems } = await visit(stage));
});

it("undoes the last ticks, by the button and by Ctrl+Z, step by step", async () => {
  const undo = barButton(page, "Undo");
  expect(await undo.count()).toBe(0);
  await barButton(page, /^Theme/).waitFor();
  await page.keyboard.press("Control+z");
  await page.locator(".toast", { hasText: "Nothing to undo" }).waitFor();
  expect(await undo.count()).toBe(0);
  await expect.poll(spoken).toBe("Nothing to undo");
  for (const source of ["LeetCode", "Code360", "CodeChef"]) {
    await tick(page, `March 5, ${source}`);
  }
  await undo.waitFor();
  await expect.poll(() => focused(page)).toBe("March 5, CodeChef, Done");

  await undo.click();
  await tickButton(page, "March 5, CodeChef", "Untried").waitFor();
  await undo.waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toMatch(/^March 5, CodeChef/);
  await page.keyboard.press("Control+z");
  await tickButton(page, "March 5, Code360", "Untried").waitFor();
  await expect.poll(spoken).toBe("Undone. March 5, Code360, Untried");
  await waitForSaved(page);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await tickButton(page, "March 5, LeetCode", "Untried").waitFor();
  await waitForSaved(page);
  await page.reload();
  for (const source of ["LeetCode", "Code360", "CodeChef"]) {
    await tickButton(page, `March 5, ${source}`, "Untried").waitFor();
  }
  expect(problems).toEqual([]);
});

// tests/site/undo.test.ts shows that a new change ends redo.
it("redoes what was undone, by the button and by the keys that the help names", async () => {
  // The keys load with the parts that wait for an idle page.
  await barButton(page, "Keyboard shortcuts").waitFor();
  const redo = barButton(page, "Redo");
  const undo = barButton(page, "Undo");
  for (const source of ["LeetCode", "Code360"]) {
    await tick(page, `March 8, ${source}`);
  }
  await undo.click();
  await tickButton(page, "March 8, Code360", "Untried").waitFor();
  await redo.click();
  await tickButton(page, "March 8, Code360", "Done").waitFor();
  await undo.waitFor();
  for (const source of ["Code360", "LeetCode"]) {
    await page.keyboard.press("Control+z");
    await tickButton(page, `March 8, ${source}`, "Untried").waitFor();
  }
  await page.keyboard.press("Control+Shift+z");
  await tickButton(page, "March 8, LeetCode", "Done").waitFor();
  await expect.poll(spoken).toBe("Redone. March 8, LeetCode, Done");
  await page.keyboard.press("Control+y");
  await tickButton(page, "March 8, Code360", "Done").waitFor();
  await waitForSaved(page);

  await barButton(page, "Keyboard shortcuts").click();
  const help = await page.getByRole("dialog", { name: "Keyboard shortcuts" }).textContent();
  expect(help).toContain("Undo your last tick, mark, setting or import in this tab");
  for (const keys of ["CtrlZ", "CtrlShiftZ", "CtrlY"]) expect(help).toContain(keys);
  await page.keyboard.press("Escape");
});

it("leaves Ctrl+Z to a field in which somebody types, and goes back to the year of the change", async () => {
  await tick(page, "March 6, LeetCode");
  await barButton(page, "Undo").waitFor();
  await barButton(page, "Switch View").click();
  await page.getByRole("searchbox").fill("two");
  await page.keyboard.press("Control+z");
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("");
  await barButton(page, "Switch View").click();
  await tickButton(page, "March 6, LeetCode", "Done").waitFor();

  const year = String(today.year);
  await besideMonths(page).getByRole("button", { name: "Previous year" }).click();
  await tickButton(page, "March 6, LeetCode", "Untried").waitFor();
  await page.keyboard.press("Control+z");
  await expect.poll(() => page.locator(".year-switch h2").textContent()).toBe(`${year} at a glance`);
  const undone = tickButton(page, "March 6, LeetCode", "Untried");
  await undone.waitFor();
  await expect.poll(() => undone.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(() => isInWindow(undone)).toBe(true);
  await expect.poll(spoken).toBe("Undone. March 6, LeetCode, Untried");
});

it("offers to undo for ten seconds, longer while the button is in use", async () => {
  const { page } = await visit(stage, { time: Date.now() });
  await tickButton(page, "March 7, LeetCode", "Untried").click();
  const undo = barButton(page, "Undo");
  await undo.focus();
  await page.clock.runFor(10_500);
  expect(await undo.isVisible()).toBe(true);
  await undo.blur();
  await page.mouse.move(0, 0);
  await page.clock.runFor(10_500);
  await undo.waitFor({ state: "detached" });
  await tickButton(page, "March 7, LeetCode", "Done").waitFor();
});

const spoken = () => page.locator(".unseen[aria-live]").textContent();
