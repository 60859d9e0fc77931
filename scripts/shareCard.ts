// `node scripts/shareCard.ts` draws site/public/share.png, the picture of link previews, 1200 × 630.
import { join } from "node:path";
import { chromium } from "playwright-core";
import { heatmap, type Ticks } from "../packages/core/src/index.ts";
import { daysPicture, pictureStyle } from "../packages/core/src/picture/yearPicture.ts";
// @ts-expect-error It has no types; it is shared with the test command.
import { getChromium } from "./browsers.mjs";

const TARGET = join(import.meta.dirname, "../site/public/share.png");
const YEAR = 2026;

const browser = await chromium.launch({ executablePath: getChromium() ?? undefined, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${card()}`);
  await page.screenshot({ path: TARGET });
} finally {
  await browser.close();
}

function card(): string {
  const map = heatmap(YEAR, growingHabit(), 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
  <style>${pictureStyle("dark")} .name{font-size:88px;font-weight:700} .line{font-size:40px}</style>
  <rect class="paper" x="-1" y="-1" width="1202" height="632"/>
  <g transform="translate(64 72) scale(1.75)">
    <rect width="64" height="64" rx="14" fill="#3450a4"/>
    <g fill="none" stroke="#fff" stroke-linecap="round">
      <path d="M17 22h30M17 32h14" opacity=".55" style="stroke-width:5"/>
      <path d="M25 43l7 7 16-19" style="stroke-width:5"/>
    </g>
  </g>
  <text class="name" x="208" y="157">dailyleet</text>
  <text class="line" x="64" y="258">Five coding-practice sites. One tick each, every day.</text>
  <text class="line soft" x="64" y="318">In the browser and in the terminal.</text>
  <g transform="translate(20 420) scale(1.36)">${daysPicture(map, { year: YEAR, month: 12, day: 31 })}</g>
</svg>`;
}

/** A fixed year, in which a person begins with a site a day and ends with all five on most days. */
function growingHabit(): Ticks {
  const days = Array.from({ length: 365 }, (_, index) => {
    const wave = Math.sin(index * 1.3) + Math.sin(index * 0.71);
    const count = Math.max(0, Math.min(5, Math.round(0.6 + index / 85 + wave)));
    return [index + 1, Object.fromEntries([1, 2, 3, 4, 5].slice(0, count).map((source) => [source, true]))];
  });
  return Object.fromEntries(days);
}
