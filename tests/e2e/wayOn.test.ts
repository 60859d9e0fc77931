import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { holdRequests, newPage, signInButton, useStage, visit } from "./support/browser.ts";
import { BUILT_SITE } from "./support/ownServer.ts";

const stage = useStage();

it("a list that did not load can be tried again", async () => {
  const { page, mend } = await openQuestions("**/questions.json");
  const tryAgain = page.getByRole("button", { name: "Try again" });
  await page.getByText("The questions didn't load.").waitFor();
  const answer = await holdRequests(page, "**/questions.json");
  await tryAgain.click();
  await page.getByText("Loading the questions…").waitFor();
  answer();
  await tryAgain.waitFor();
  await mend();
  await tryAgain.click();
  await page.getByText(/^75 questions/).waitFor();
  expect(await tryAgain.count()).toBe(0);
});

it.each(["Try again", "Reload the page"])("a part that is missing for a while offers to '%s'", async (name) => {
  const { page, mend } = await openQuestions("**/_astro/questions.*.js");
  const list = page.locator("main.questions");
  await list.getByText("This part didn't load.").waitFor();
  const asked = page.waitForRequest("**/_astro/questions.*.js");
  await list.getByRole("button", { name: "Try again" }).click();
  await asked;
  await list.getByText("This part didn't load.").waitFor();
  await mend();
  await list.getByRole("button", { name }).click();
  await page.getByText(/^75 questions/).waitFor();
});

const MISSING = [
  ["the calendar's code", "**/_astro/islands.*.js", "link", "Zoe"],
  ["the sign-in screen's code", "**/_astro/gate.*.js", "link", null],
  ["the sign-in's code", "**/_astro/firebase.*.js", "button", null],
] as const;
it.each(MISSING)("a page without %s offers to try again", async (_, files, role, known) => {
  const { page } = await newPage(stage);
  // State of an earlier visit: a first visit needs the calendar's code to check the configuration, and shows the link
  // at once.
  const stored = known && {
    "dailyleet/person": JSON.stringify({ uid: known, name: known }),
    "dailyleet/config": await (await fetch(`${stage.server.url}/dailyleet.json`)).text(),
  };
  await page.addInitScript((stored) => Object.assign(localStorage, stored), stored);
  await page.route(files, breakOff);
  // The link appears after six seconds, by an animation; speed it up.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Animation.enable");
  await devtools.send("Animation.setPlaybackRate", { playbackRate: 20 });
  await page.goto(stage.server.url);
  const tryAgain = page.getByRole(role, { name: "Try again" });
  await tryAgain.waitFor();
  await page.unroute(files);
  await tryAgain.click();
  await signInButton(page).waitFor();
});

it("an address that leads nowhere says so in a page with a title and a language, and leads to the tracker", async () => {
  const { page, problems } = await newPage(stage);
  const response = await page.goto(`${stage.server.url}/nowhere`);
  expect(response?.status()).toBe(404);
  expect(await page.title()).toBe("Page not found · dailyleet · Daily Coding Problem");
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.getByRole("link", { name: "open dailyleet" }).click();
  await signInButton(page).waitFor();
  // The browser itself reports the status.
  expect(problems.filter((text) => !text.includes("404"))).toEqual([]);
});

it("the page opened as a file says how it is served, and nothing else", async () => {
  const { page } = await newPage(stage);
  await page.goto(pathToFileURL(join(BUILT_SITE, "index.html")).href);
  const sentence = "dailyleet works only where it is served: run dailyleet serve (in the repository: npm start)";
  await expect.poll(() => page.locator("body").innerText()).toBe(`${sentence} and open the address that it prints.`);
});

const breakOff = (route: Route) => route.abort();

async function openQuestions(files: string): Promise<{ page: Page; mend: () => Promise<void> }> {
  const { page } = await visit(stage, { hash: "#questions", before: ({ page }) => page.route(files, breakOff) });
  return { page, mend: () => page.unroute(files) };
}
