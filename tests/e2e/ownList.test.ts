import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barButton, useStage, visit, waitForSaved } from "./support/browser.ts";

const stage = useStage();
const writeSheet = (text: string) => writeFileSync(join(stage.home, "questions.csv"), text);
writeFileSync(join(stage.home, "dailyleet.json"), JSON.stringify({ sheet: "./questions.csv" }));
writeSheet(`Name,Link,Tags,Difficulty
Alpha,https://example.org/alpha,array,Easy
Beta,https://example.org/beta,array,Hard
,https://example.org/nameless,array,Easy
`);

const headers = (page: Page) => page.locator(".rows h3 button").allTextContents();
const fault = (page: Page, text: string) => page.getByRole("main").getByText(text).waitFor();

it("a list of one's own in a file: its questions are practised, and the row or the line with a fault is named", async () => {
  const { page } = await visit(stage, { hash: "#questions" });
  await expect
    .poll(() => headers(page))
    .toEqual(["Alpha - https://example.org/alpha", "Beta - https://example.org/beta"]);
  await fault(page, "1 row skipped; row 4: it has no name.");
  expect(await page.getByRole("combobox", { name: "List" }).inputValue()).toBe("own");

  await barButton(page, "Keyboard shortcuts").waitFor();
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: "1 of 2" }).waitFor();
  await page.keyboard.press("3");
  await page.getByText("Alpha: Solved").first().waitFor();
  await waitForSaved(page);
  expect(await stage.cli("questions", "--state", "learning")).toContain("Alpha");

  writeSheet('Name,Link\n"Gamma,https://example.org/gamma\n');
  await page.goto(`${stage.server.url}/#questions`);
  await page.reload();
  await fault(page, "./questions.csv: line 2: a quotation mark is not closed;");
  await expect.poll(() => headers(page)).toHaveLength(2);
  writeSheet("Name,Link\nGamma,https://example.org/gamma\n");
  await page.reload();
  await expect.poll(() => headers(page)).toEqual(["Gamma - https://example.org/gamma"]);
});

it("a file that can't be read says why where there is no copy of it, and is read again when it is mended", async () => {
  writeSheet('"');
  const { page } = await visit(stage, { hash: "#questions" });
  await fault(page, "The questions didn't load.");
  await fault(page, "./questions.csv: line 1: a quotation mark is not closed;");
  writeSheet("Name,Link\nDelta,https://example.org/delta\n");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => headers(page)).toEqual(["Delta - https://example.org/delta"]);
});
