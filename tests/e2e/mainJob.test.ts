import { dayHeading } from "@dailyleet/core";
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { doneIn } from "../support/cliProcess.ts";
import { today, todayNumber } from "../support/today.ts";
import {
  choose,
  isInWindow,
  newPage,
  openSignInWindow,
  signIn,
  signInButton,
  signOut,
  tick,
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
  await expect.poll(() => isInWindow(heading)).toBe(true);

  await tickButton(page, cell, "Untried").click();
  const done = tickButton(page, cell, "Done");
  await done.waitFor();
  expect(await done.textContent()).toBe("Done");
  expect(await done.getAttribute("aria-pressed")).toBe("true");
  expect(await hue(done)).toBe("green");
  await waitForSaved(page);

  await page.reload();
  await tickButton(page, cell, "Done").waitFor();
  expect(doneIn(await stage.cli("today", "--json"))).toEqual([1]);

  await stage.cli("untick", "1");
  await tickButton(page, cell, "Untried").waitFor();
  expect(await hue(tickButton(page, cell, "Untried"))).toBe("orange");

  expect(problems).toEqual([]);
  expect(foreign).toEqual([]);
});

it("keeps two people of one computer apart, and signs out", async () => {
  const watched = await newPage(stage);
  const { page } = watched;
  await page.goto(stage.server.url);
  const signInWindow = await openSignInWindow(watched);
  await signInWindow.getByLabel("New profile name").fill("Asha");
  await signInWindow.getByRole("button", { name: "Create profile" }).click();
  await tick(page, "March 5, CodeChef");
  await waitForSaved(page);

  const { year } = today;
  const other = await stage.cli("today", "--date", `${year}-03-05`, "--json");
  const hers = await stage.cli("today", "--date", `${year}-03-05`, "--json", "--profile", "Asha");
  expect([doneIn(other), doneIn(hers)]).toEqual([[], [5]]);

  await signOut(page);
  await signInButton(page).waitFor();
  expect(await page.locator("main.tracker").isVisible()).toBe(false);
  await signIn(watched, stage.server.url, "You");
  await tickButton(page, "March 5, CodeChef", "Untried").waitFor();

  const profiles = async () => {
    const opened = watched.context.waitForEvent("page");
    await choose(page, "Switch profile");
    return opened;
  };
  await (await profiles()).close();
  await tickButton(page, "March 5, CodeChef", "Untried").waitFor();
  const profileWindow = await profiles();
  const name = profileWindow.getByLabel("New profile name");
  const problem = profileWindow.getByText("A profile name has at most 40 characters.");
  await name.pressSequentially("a".repeat(41));
  await problem.waitFor();
  expect(await name.getAttribute("aria-invalid")).toBe("true");
  await name.press("Backspace");
  await problem.waitFor({ state: "detached" });
  await profileWindow.getByRole("button", { name: "Continue as Asha", exact: true }).click();
  await tickButton(page, "March 5, CodeChef", "Done").waitFor();
});

/** The colour to which the button's background is nearer. */
async function hue(locator: Locator): Promise<"green" | "orange"> {
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
