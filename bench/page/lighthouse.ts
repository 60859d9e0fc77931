import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { atLeast, type Figure } from "../support/figures.ts";
import { median } from "../support/rounds.ts";
import { chromiumPath, FLAGS } from "./browser.ts";

export const LIGHTHOUSE = "lighthouse";
/** Not among the project's own: 114 packages, 176 MB. */
export const LIGHTHOUSE_PACKAGES = [`${LIGHTHOUSE}@13.5.0`];

interface Lighthouse {
  default(url: string, flags: object, config: undefined, page: Page): Promise<{ lhr: LighthouseResult } | undefined>;
}

interface LighthouseResult {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;
}

type Scores = Readonly<Record<string, number>>;

/** Lighthouse's scores of a first visit on a slow phone, the median of some: signed out, and with the calendar. */
export async function lighthouse(installed: string, url: string, rounds: number): Promise<Figure[]> {
  const path = createRequire(join(installed, "package.json")).resolve(LIGHTHOUSE);
  const { default: run } = (await import(pathToFileURL(path).href)) as Lighthouse;
  const browser = await puppeteer.launch({ executablePath: chromiumPath(), args: FLAGS });
  /** It empties the caches and ends the page's worker before each run, and leaves the sign-in. */
  const visit = async (): Promise<Scores> => {
    const page = await browser.newPage();
    const result = await run(url, { logLevel: "error" }, undefined, page);
    await page.close();
    const categories = Object.values(result?.lhr.categories ?? {});
    return Object.fromEntries(categories.map(({ title, score }) => [title, 100 * (score ?? Number.NaN)]));
  };
  try {
    const signedOut = await repeat(rounds, visit);
    await signIn(browser, url);
    return [...figures("signed out", signedOut), ...figures("signed in", await repeat(rounds, visit))];
  } finally {
    await browser.close();
  }
}

async function repeat(rounds: number, visit: () => Promise<Scores>): Promise<Scores[]> {
  const visits: Scores[] = [];
  for (let round = 0; round < rounds; round++) visits.push(await visit());
  return visits;
}

async function signIn(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(url);
  const opened = new Promise<Page | null>((resolve) => page.once("popup", resolve));
  await page.locator("::-p-text(Sign in with Google)").click();
  await (await opened)?.locator("::-p-text(Continue as )").click();
  await page.locator("main.tracker .back-to-top").wait();
  await page.close();
}

function figures(state: string, visits: readonly Scores[]): Figure[] {
  return Object.keys(visits[0] ?? {}).map((category) => ({
    name: `Lighthouse, ${state}`,
    measure: category,
    value: median(visits.map((scores) => scores[category] ?? Number.NaN)),
    unit: "",
    target: atLeast(98),
  }));
}
