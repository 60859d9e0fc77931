import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { today } from "../support/today.ts";
import { startComputer } from "./support/computer.ts";
import { clickButton, find, shown, textsOf } from "./support/hands.ts";
import { noAnswer, openPage } from "./support/page.ts";

const { year } = today;
const bestStreak = () => textsOf(".figures div").find((text) => text.startsWith("Best streak"));
const busy = (isBusy: boolean) => find(`.tracker[aria-busy=${isBusy}]`);

it("names the same best streak as the terminal, in every year, and as the server left it without network", async () => {
  const computer = await startComputer();
  const days = Array.from({ length: 17 }, (_, index) => [349 + index, { 1: true }]);
  const file = join(computer.home, "years.json");
  writeFileSync(file, JSON.stringify({ version: 1, years: { [year - 1]: Object.fromEntries(days) } }));
  await computer.cli(`import ${file}`);
  const page = await openPage(computer, { hash: "#calendar" });
  const { best } = JSON.parse(await computer.cli("stats --json")).streaks;
  expect(best.days).toBe(17);
  const told = `Best streak17 daysDecember 15 to December 31, ${year - 1}; best streak ever`;
  await expect.poll(bestStreak).toBe(told);

  await clickButton("Previous year", ".glance");
  await expect.poll(bestStreak).toBe("Best streak17 daysDecember 15 to December 31; best streak ever");
  // An empty year can be shown before the first with a tick.
  expect(shown(".glance button[aria-disabled=true]", "Previous year")).toEqual([]);
  await clickButton("Previous year", ".glance");
  await find(".glance button[aria-disabled=true]", "Previous year");
  for (let i = 0; i < 2; i++) await clickButton("Next year", ".glance");
  await expect.poll(bestStreak).toBe(told);

  await computer.cli(`untick 1 --date ${year - 1}-12-31`);
  await page.reload();
  await expect.poll(bestStreak).toMatch(/^Best streak16 days/);
  await computer.stop();
  await page.reload();
  await expect.poll(bestStreak).toMatch(/^Best streak16 days/);
});

it("takes no year out of the page of which nothing is known", async () => {
  const computer = await startComputer();
  // The earlier years have not been read when the network fails.
  await openPage(computer, { hash: "#calendar", answers: { ":runQuery": noAnswer } });
  const copied: string[] = [];
  Object.assign(navigator.clipboard, { writeText: async (text: string) => void copied.push(text) });
  await busy(false);
  await find(".glance");
  await computer.stop();
  for (let i = 0; i < 2; i++) await clickButton("Previous year", ".glance");
  await busy(true);
  await clickButton("Share", ".glance");
  await find("dialog p", "This year hasn't loaded yet. Check your connection.");
  expect(textsOf("dialog button")).toEqual(["×"]);
  await clickButton("Close", "dialog");
  expect(copied).toEqual([]);
  expect(new Set(textsOf(".months td"))).toEqual(new Set(["…"]));
  for (let i = 0; i < 2; i++) await clickButton("Next year", ".glance");
  await busy(false);
  await clickButton("Share", ".glance");
  await clickButton("Copy my year", "dialog");
  await find("dialog p", "Copied.");
  expect(copied).toEqual([expect.stringContaining(`${year}`)]);
});
