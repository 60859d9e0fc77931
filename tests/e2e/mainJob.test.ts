import { DEFAULT_SOURCES, dayHeading, MONTH_NAMES } from "@dailyleet/core";
import { expect, it } from "vitest";
import { doneIn, runCli } from "../support/cliProcess.ts";
import { today, todayNumber } from "../support/today.ts";
import {
  besideMonths,
  newPage,
  signIn,
  signInButton,
  signOut,
  tickButton,
  useStage,
  WITH_WORKER,
  waitForSaved,
} from "./support/browser.ts";

const stage = useStage();

it("signs in, ticks, reloads, agrees with the terminal and follows it without having the focus", async () => {
  const watched = await newPage(stage, WITH_WORKER);
  const { page, problems, foreign } = watched;
  const day = dayHeading(todayNumber);
  const cell = `${day}, LeetCode`;

  await page.goto(stage.server.url);
  await signInButton(page).waitFor();
  expect(await page.locator("h1, h2").filter({ hasText: "Daily Coding Problem", visible: true }).count()).toBe(0);

  await signIn(watched, stage.server.url);
  const heading = page.locator(".day[aria-current]").getByRole("heading", { name: day, exact: true });
  await expect.poll(() => isInView(heading)).toBe(true);

  await tickButton(page, cell, "Untried").click();
  const done = tickButton(page, cell, "Done");
  await done.waitFor();
  expect(await done.textContent()).toBe("Done");
  expect(await done.getAttribute("aria-pressed")).toBe("true");
  expect(await hue(done)).toBe("green");
  await waitForSaved(page);

  await page.reload();
  await tickButton(page, cell, "Done").waitFor();
  expect(doneIn((await runCli(stage.home, ["today", "--json"])).stdout)).toEqual([1]);

  const unticked = await runCli(stage.home, ["untick", "1"]);
  expect(unticked.code).toBe(0);
  await tickButton(page, cell, "Untried").waitFor();
  expect(await hue(tickButton(page, cell, "Untried"))).toBe("orange");

  expect(problems).toEqual([]);
  expect(foreign).toEqual([]);
});

it("shows twelve months and 365 days of five columns that link in a new tab", async () => {
  const watched = await newPage(stage);
  await signIn(watched, stage.server.url);
  const { page } = watched;
  await expect.poll(() => page.locator(".month h2").allTextContents()).toEqual(MONTH_NAMES);
  const ticks = page.locator(".day button[aria-pressed]").filter({ hasText: /^(Done|Untried)$/ });
  await expect.poll(() => ticks.count()).toBe(1825);
  const links = await page
    .locator(".day a[target]")
    .evaluateAll((all) =>
      (all as HTMLAnchorElement[]).map(({ ariaLabel, target, rel, href }) => [
        ariaLabel?.replace(/^\d /, ""),
        target,
        rel,
        href,
      ]),
    );
  const usual = DEFAULT_SOURCES.map(({ name, url }) => [name, "_blank", "noopener noreferrer", url]);
  expect(links).toEqual(Array(365).fill(usual).flat());
  await besideMonths(page).getByRole("button", { name: "Back to top" }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

it("keeps two people of one computer apart, and signs out", async () => {
  const watched = await newPage(stage);
  const { page, context } = watched;
  await page.goto(stage.server.url);
  const opened = context.waitForEvent("page");
  await signInButton(page).click();
  const signInWindow = await opened;
  await signInWindow.getByLabel("New profile name").fill("Asha");
  await signInWindow.getByRole("button", { name: "Create profile" }).click();
  await tickButton(page, "March 5, CodeChef", "Untried").click();
  await tickButton(page, "March 5, CodeChef", "Done").waitFor();
  await waitForSaved(page);

  const { year } = today;
  const other = await runCli(stage.home, ["today", "--date", `${year}-03-05`, "--json"]);
  const hers = await runCli(stage.home, ["today", "--date", `${year}-03-05`, "--json", "--profile", "Asha"]);
  expect(JSON.parse(other.stdout).sources[4].done).toBe(false);
  expect(JSON.parse(hers.stdout).sources[4].done).toBe(true);

  await signOut(page);
  await signInButton(page).waitFor();
  await signIn(watched, stage.server.url, "You");
  await tickButton(page, "March 5, CodeChef", "Untried").waitFor();
});

async function isInView(locator: import("playwright-core").Locator): Promise<boolean> {
  const box = await locator.boundingBox();
  const height = locator.page().viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y < height;
}

/** Which of the two colours the button's background is nearer to. */
async function hue(locator: import("playwright-core").Locator): Promise<"green" | "orange"> {
  const colour = await locator.evaluate((element) => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) throw new Error("no canvas");
    canvas.fillStyle = getComputedStyle(element).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  const [red = 0, green = 0] = colour;
  return green > red ? "green" : "orange";
}
