import { addDays, dayOfYear, formatDate } from "@dailyleet/core";
import { expect, it } from "vitest";
import { today } from "../support/today.ts";
import { useStage, visit } from "./support/browser.ts";
import { calendarIsKnown } from "./support/calendar.ts";
import { card } from "./walk/page.ts";

const stage = useStage();
const interview = addDays(today, 20);

it("the day of the interview is told in today's card, marked in calendar and graph, and refused where it is over", async () => {
  await stage.cli("plan", formatDate(interview));
  const { page, problems } = await visit(stage);
  await calendarIsKnown(page);
  const link = card(page).getByRole("link", { name: /^Interview in 20 days: \d+ new today$/ });
  await link.waitFor();
  const day = page.locator(`#day-${dayOfYear(interview)} > h3`);
  const wordOf = () => day.evaluate((heading) => getComputedStyle(heading, "::after").content);
  if (interview.year === today.year) {
    await expect.poll(wordOf).toBe('"Interview"');
    expect(await page.locator(".cell[data-interview]").getAttribute("data-date")).toBe(formatDate(interview));
  }

  await link.click();
  await page.getByRole("button", { name: "All questions" }).click();
  await page.locator(".study summary").click();
  const field = page.getByLabel("Interview on");
  await field.fill(formatDate(addDays(today, -1)));
  await page.locator(".study").getByText("The interview can't be in the past").waitFor();
  await field.fill(formatDate(addDays(today, 1)));
  await page.locator(".study summary.fault", { hasText: /: \d\d new a day can't be done: move it to / }).waitFor();
  expect(problems).toEqual([]);
});
