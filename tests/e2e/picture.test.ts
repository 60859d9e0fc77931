import { readFileSync } from "node:fs";
import { DEFAULT_SOURCES, heatmap, yearPicture, yearSummary } from "@dailyleet/core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { today } from "../support/today.ts";
import { besideMonths, newPage, useStage, type WatchedPage } from "./support/browser.ts";
import { openCalendar } from "./support/calendar.ts";

const stage = useStage();
const { year } = today;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const [WIDTH, HEIGHT] = [912, 390];
const PAPER = { light: [0xfa, 0xf8, 0xf5, 255], dark: [0x15, 0x18, 0x1c, 255] };

describe("'Share'", () => {
  let watched: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    await stage.importYears({ [year - 1]: { 365: { 2: true } }, [year]: { 1: { 1: true, 2: true } } });
    watched = await openCalendar(stage, { colorScheme: "dark" });
    page = watched.page;
    await besideMonths(page).getByRole("button", { name: "Share" }).click();
    await page.getByRole("img", { name: `${year} at a glance` }).waitFor();
    await page.locator("dialog :focus", { hasText: /^Share$/ }).waitFor();
  });

  it("saves the SVG that the terminal writes, in which the streak goes over the end of the year", async () => {
    const { name, bytes } = await download(page, "Save SVG");
    expect(name).toBe(`dailyleet-${year}.svg`);
    expect(bytes.toString()).toBe(await stage.cli("stats", "--svg", "-"));
    expect(bytes.toString()).toContain("best 2 days");
  });

  it("saves the same as a PNG of twice the size, in the theme of the page", async () => {
    const { name, bytes } = await download(page, "Save PNG");
    expect(name).toBe(`dailyleet-${year}.png`);
    expect([...bytes.subarray(0, 8)]).toEqual(PNG_SIGNATURE);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2 * WIDTH, 2 * HEIGHT]);
    const address = `data:image/png;base64,${bytes.toString("base64")}`;
    const blank = await watched.context.newPage();
    expect(await colourAt(blank, address, 200, 200)).toEqual(PAPER.dark);
    // A point in the bar of the first source.
    expect(await colourAt(blank, address, 200, 674)).toEqual([0x31, 0x9f, 0x57, 255]);
    await blank.close();
  });

  it("keeps the page still, closes by ×, a click beside it and Back, and gives the focus back", async () => {
    const sheet = page.getByRole("dialog", { name: "Share" });
    const opener = besideMonths(page).getByRole("button", { name: "Share" });
    const place = () => page.evaluate(() => [scrollY, document.body.clientWidth]);
    const before = await place();
    await page.mouse.move(5, 300);
    await page.mouse.wheel(0, 500);
    // A text selection that ends outside the sheet.
    await sheet.getByRole("heading").hover();
    await page.mouse.down();
    await page.mouse.move(5, 300);
    await page.mouse.up();
    expect([await place(), await sheet.isVisible()]).toEqual([before, true]);
    // A press on a text leaves the focus in the sheet, which keeps the keys from the page.
    await sheet.locator("pre").click();
    await page.keyboard.press("1");
    expect(await page.locator(".today [aria-pressed=true]").count()).toBe(0);
    for (const close of [() => sheet.getByRole("button", { name: "Close" }).click(), () => page.mouse.click(5, 300)]) {
      await close();
      await sheet.waitFor({ state: "detached" });
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.getByRole("link", { name: "Calendar", exact: true }).click();
      await opener.click();
    }
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    expect([watched.problems, watched.foreign]).toEqual([[], []]);
  });

  it("where the system has a sheet for sharing, hands it the picture and the week", async () => {
    // No browser of the tests has a share sheet.
    await page.evaluate(() => {
      navigator.canShare = () => true;
      navigator.share = async ({ files, text } = {}) =>
        void Object.assign(window, { shared: [files?.[0]?.name, text] });
    });
    await besideMonths(page).getByRole("button", { name: "Share" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
    const shared = () => page.evaluate(() => (window as { shared?: string[] }).shared);
    const week = await page.locator("dialog pre").textContent();
    expect(week).toContain("⬜");
    await expect.poll(shared).toEqual([`dailyleet-${year}.png`, week]);
  });
});

describe("what a browser makes of the picture", () => {
  const hostile = [
    "<script>alert(1)</script>",
    "W".repeat(300),
    "日本語のとても長いソース名",
    "a\u0000\ufffe&amp;",
    "]]>\"'",
  ];

  it("is well-formed XML with nothing in it that does something, and no text over the edge of another", async () => {
    const { page } = await newPage(stage);
    await page.goto(`${stage.server.url}/404.html`);
    const svg = picture(hostile);
    const found = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, "image/svg+xml");
      const names = [...document.querySelectorAll("*")].map(({ localName }) => localName);
      const texts = [...document.querySelectorAll("svg svg text")].map(({ textContent }) => textContent);
      return { names: [...new Set(names)].sort(), texts };
    }, svg);
    expect(found.names).toEqual(["g", "path", "rect", "style", "svg", "text"]);
    expect(found.texts).toEqual(["<script>alert(1)<…", "WWWWWWWWWW…", "日本語のとても長…", "a&amp;", "]]>\"'"]);
  });

  const schemes = [
    ["light", PAPER.light],
    ["dark", PAPER.dark],
  ] as const;
  it.each(schemes)("follows the colours of whoever looks at it, %s, as an <img> too", async (colorScheme, paper) => {
    const { page } = await newPage(stage, { colorScheme });
    const address = `data:image/svg+xml;base64,${Buffer.from(picture([])).toString("base64")}`;
    expect(await colourAt(page, address, 100, 100)).toEqual(paper);
  });
});

function picture(names: readonly string[]): string {
  const today = { year: 2026, month: 3, day: 5 };
  const ticks = { 1: { 1: true } };
  const summary = yearSummary({ 2026: ticks }, 2026, today);
  const sources = DEFAULT_SOURCES.map(({ name, url }, index) => ({ name: names[index] ?? name, url }));
  return yearPicture({ map: heatmap(2026, ticks, 0), summary, today, sources }, "auto");
}

async function download(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const started = page.waitForEvent("download");
  await besideMonths(page).getByRole("button", { name: button }).click();
  const file = await started;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

async function colourAt(page: Page, address: string, x: number, y: number): Promise<number[]> {
  await page.setContent('<meta name="color-scheme" content="light dark"><img><canvas></canvas>');
  return page.evaluate(
    async ([address, x, y]) => {
      const [image, canvas] = [document.images[0], document.querySelector("canvas")];
      const context = canvas?.getContext("2d");
      if (!image || !context) throw new Error("the page is not there");
      image.src = address;
      await image.decode();
      context.drawImage(image, -x, -y);
      return [...context.getImageData(0, 0, 1, 1).data];
    },
    [address, x, y] as const,
  );
}
