import type { Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import { barButton, besideMonths, newPage, signIn, useStage } from "./support/browser.ts";

const stage = useStage();
const increase = (page: Page) => page.locator("main.counter").getByRole("button", { name: "Increase Count" });
const count = (page: Page) => page.getByText(/^Count: \d+$/).textContent();

it("shows a picture, a line in Sanskrit and a number that every click increases by one, for this visit only", async () => {
  const watched = await newPage(stage);
  const { page, context, problems, foreign } = watched;
  const whole = waitForLaterParts(page);
  const fonts: string[] = [];
  context.on("request", (request) => request.resourceType() === "font" && fonts.push(request.url()));
  await signIn(watched, stage.server.url);
  await whole;
  expect(fonts).toEqual([]);
  await barButton(page, "Switch counter").click();
  await increase(page).waitFor();
  expect(await count(page)).toBe("Count: 0");
  const line = page.locator("main:visible [lang=sa]");
  expect(await line.textContent()).toMatch(/^[\p{Script=Devanagari}\s।॥]+$/u);
  await page.evaluate(() => document.fonts.ready);
  const spaces = (await line.innerText()).split(" ").length - 1;
  expect(await systemFontGlyphs(page, ".line")).toBe(spaces);
  expect(fonts).toHaveLength(1);
  const picture = page.locator("main:visible img");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);

  const asked: string[] = [];
  // A page beside a terminal asks every 2 s what changed there, and at first reads what the sign-in did.
  const isLook = (request: Request) => request.url().endsWith("/changes");
  for (let look = 0; look < 3; look++) await page.waitForEvent("requestfinished", isLook);
  context.on("request", (request) => !isLook(request) && asked.push(request.url()));
  await clickAt(page, 40);
  await page.getByText("Count: 40", { exact: true }).waitFor();
  await increase(page).evaluate((button) => {
    for (let click = 0; click < 20; click++) (button as HTMLElement).click();
  });
  await page.getByText("Count: 60", { exact: true }).waitFor();
  await increase(page).press("Enter");
  await page.getByText("Count: 61", { exact: true }).waitFor();
  expect(asked).toEqual([]);

  await page.reload();
  await increase(page).waitFor();
  expect(await count(page)).toBe("Count: 0");
  expect([problems, foreign]).toEqual([[], []]);
});

/** How many glyphs of a text come from this computer's fonts, which on another computer may be boxes. */
async function systemFontGlyphs(page: Page, selector: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.reduce((sum, { isCustomFont, glyphCount }) => sum + (isCustomFont ? 0 : glyphCount), 0);
}

/** What the page fetches of its own accord once it is quiet: the year at a glance and the sheet of the questions. */
async function waitForLaterParts(page: Page): Promise<void> {
  await page.waitForEvent("requestfinished", (request) => request.url().endsWith("/questions.json"));
  await besideMonths(page).getByRole("heading", { name: "at a glance" }).waitFor();
}

/** Clicks of the mouse, one at the heels of the other: well over twenty a second. */
async function clickAt(page: Page, times: number): Promise<void> {
  const box = await increase(page).boundingBox();
  if (!box) throw new Error("the button is not there");
  const clicks = Array.from({ length: times }, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2));
  await Promise.all(clicks);
}
