import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { newPage, signIn, useStage } from "./support/browser.ts";
import { HOSTILE_TEXTS, hostileSheet, LOOK_ALIKES } from "./support/hostileSheet.ts";

const stage = useStage();
const SHEET = "https://docs.google.com/spreadsheets/d/hostile/gviz/tq?tqx=out:json";
writeFileSync(join(stage.home, "dailyleet.json"), JSON.stringify({ sheet: SHEET }));

it("shows a hostile sheet as text: no script runs, no foreign host is asked, links are only web addresses", async () => {
  const watched = await newPage(stage);
  const { page, context, problems, foreign } = watched;
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const headers = { "Content-Type": "application/json; charset=utf-8", "Access-Control-Allow-Origin": "*" };
  await context.route(SHEET, (route) => route.fulfill({ headers, body: hostileSheet() }));
  await signIn(watched, stage.server.url, "You", "#questions");
  await page.locator("main [aria-expanded]").nth(HOSTILE_TEXTS.length).waitFor();

  const { links, strangers } = await openEveryRow(page);
  for (const link of links) expectHarmless(link);
  const hosts = LOOK_ALIKES.map((address) => new URL(address).host);
  expect(new Set(links.map(({ shownHost }) => shownHost))).toEqual(new Set(hosts));

  const filter = new URLSearchParams({ q: "<img src=x onerror=alert(1)>", tag: "<script>alert(1)</script>" });
  await page.goto("about:blank");
  await page.goto(`${stage.server.url}/#${filter}`);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Remove the tag <script>/ })
    .waitFor();
  expect({ dialogs, foreign: [...new Set(foreign)], problems, strangers }).toEqual({
    dialogs: [],
    foreign: [SHEET],
    problems: [],
    strangers: [],
  });
});

interface Link {
  readonly href: string | null;
  readonly target: string | null;
  readonly rel: string | null;
  readonly shownHost: string | undefined;
}

/**
 * Opens one row after the other, in the page itself because they are many. Answers the links of all of them, and
 * elements that only the sheet can have brought there.
 */
function openEveryRow(page: Page): Promise<{ links: Link[]; strangers: string[] }> {
  return page.getByRole("main").evaluate(async (list) => {
    const links: Link[] = [];
    const strangers: string[] = [];
    for (const row of list.querySelectorAll<HTMLElement>("[aria-expanded]")) {
      row.click();
      while (row.ariaExpanded !== "true") await new Promise(requestAnimationFrame);
      for (const link of list.querySelectorAll("a")) {
        const [href = null, target = null, rel = null] = ["href", "target", "rel"].map((name) =>
          link.getAttribute(name),
        );
        links.push({ href, target, rel, shownHost: link.parentElement?.querySelector("bdi")?.textContent });
      }
      const found = list.querySelectorAll(
        "img, svg, script, iframe, style, base, [style]:not(.rows, .forecast > li), [onerror], [onmouseover]",
      );
      strangers.push(...[...found].map((element) => element.outerHTML));
    }
    return { links, strangers };
  });
}

function expectHarmless({ href, target, rel, shownHost }: Link): void {
  expect(href).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
  const { username, password, host } = new URL(href ?? "");
  expect([username, password, host]).toEqual(["", "", shownHost]);
  expect([target, rel]).toEqual(["_blank", "noopener noreferrer"]);
}
