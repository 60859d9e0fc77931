import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barButton, newPage, signIn, signInButton, useStage } from "./support/browser.ts";

const stage = useStage();

it("a search that finds nothing can be cleared", async () => {
  const { page } = await openQuestions();
  await page.getByText(/^75 questions/).waitFor();
  await page.getByRole("searchbox").fill("no such words");
  await page.getByText("0 of 75 questions").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Clear the search" }).click();
  await page.getByText(/^75 questions/).waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("");
  expect(new URL(page.url()).hash).toBe("");
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Questions");
});

it("a list that did not load can be tried again", async () => {
  const { page, mend } = await openQuestions("**/questions.gviz.txt");
  const tryAgain = page.getByRole("button", { name: "Try again" });
  await page.getByText("The questions didn't load.").waitFor();
  await tryAgain.click();
  await page.getByText("Loading the questions…").waitFor();
  await tryAgain.waitFor();
  await mend();
  await tryAgain.click();
  await page.getByText(/^75 questions/).waitFor();
  expect(await tryAgain.count()).toBe(0);
});

it("a part that could not be loaded can be tried again", async () => {
  const { page, mend } = await openQuestions("**/_astro/questions.*.js");
  await page.getByText("This part didn't load.").waitFor();
  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText(/^75 questions/).waitFor();
});

it.each([
  ["the page's own code", "**/_astro/page.*.js", "link"],
  ["the sign-in's code", "**/_astro/firebase.*.js", "button"],
] as const)("a page without %s offers to try again", async (_, files, role) => {
  const { page } = await newPage(stage);
  const mend = await breakFiles(page, files);
  await page.goto(stage.server.url);
  const tryAgain = page.getByRole(role, { name: "Try again" });
  await tryAgain.waitFor();
  await mend();
  await tryAgain.click();
  await signInButton(page).waitFor();
});

it("an address that leads nowhere says so in a page with a title and a language, and leads to the tracker", async () => {
  const { page, problems } = await newPage(stage);
  const response = await page.goto(`${stage.server.url}/nowhere`);
  expect(response?.status()).toBe(404);
  expect(await page.title()).toBe("Page not found · dailyleet");
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.getByRole("link", { name: "open dailyleet" }).click();
  await signInButton(page).waitFor();
  // The browser itself reports the status.
  expect(problems.filter((text) => !text.includes("404"))).toEqual([]);
});

async function breakFiles(page: Page, files: string): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return () => page.unroute(files);
}

async function openQuestions(files?: string): Promise<{ page: Page; mend: () => Promise<void> }> {
  const watched = await newPage(stage);
  const { page } = watched;
  const mend = files === undefined ? async () => {} : await breakFiles(page, files);
  await signIn(watched, stage.server.url);
  await barButton(page, "Switch View").click();
  return { page, mend };
}
