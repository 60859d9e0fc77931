import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "puppeteer-core";
import { atLeast, type Figure } from "../support/figures.ts";
import { median } from "../support/rounds.ts";
import { type Host, signIn } from "./hosts.ts";

export const LIGHTHOUSE = "lighthouse";
/** Not among the project's own: 114 packages, 176 MB. */
export const LIGHTHOUSE_PACKAGES = [`${LIGHTHOUSE}@13.5.0`];

type Lighthouse = (url: string, flags: object, config: undefined, page: Page) => Promise<{ lhr: Result } | undefined>;

interface Result {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;
}

type Scores = Readonly<Record<string, number>>;

/** What somebody sees, and how they come there. */
interface Screen {
  readonly name: string;
  readonly isSignedIn: boolean;
  /** The end of the address. */
  readonly hash?: string;
  /** What is pressed as soon as it is there. */
  readonly button?: string;
}

/** Those of nobody first: nobody signs out in between. */
const SCREENS: readonly Screen[] = [
  { name: "sign-in", isSignedIn: false },
  { name: "questions, signed out", isSignedIn: false, hash: "#q=" },
  { name: "calendar", isSignedIn: true },
  { name: "questions", isSignedIn: true, hash: "#q=" },
  { name: "counter", isSignedIn: true, button: "Switch counter" },
];

export async function loadLighthouse(installed: string): Promise<Lighthouse> {
  const path = createRequire(join(installed, "package.json")).resolve(LIGHTHOUSE);
  return ((await import(pathToFileURL(path).href)) as { default: Lighthouse }).default;
}

/** Lighthouse's scores of first visits on a slow phone, the median of some of each screen. */
export async function scores(run: Lighthouse, host: Host, { rounds, screens = SCREENS.length }: Extent) {
  const figures: Figure[] = [];
  let isSignedIn = false;
  for (const screen of SCREENS.slice(0, screens)) {
    if (screen.isSignedIn && !isSignedIn) await signIn(host);
    isSignedIn = screen.isSignedIn;
    const visits = await visitOften(run, host, screen, rounds);
    figures.push(...figuresOf(`Lighthouse, ${host.name}, ${screen.name}`, visits));
  }
  return figures;
}

/** Now and then a visit ends without a score, which says nothing of the page. */
async function visitOften(run: Lighthouse, host: Host, screen: Screen, rounds: number): Promise<Scores[]> {
  const visits: Scores[] = [];
  for (let left = 2 * rounds; visits.length < rounds; left--) {
    if (left === 0) throw new Error(`Lighthouse gives no scores for ${host.name}, ${screen.name}.`);
    const scored = await visit(run, host, screen);
    if (!Object.values(scored).some(Number.isNaN)) visits.push(scored);
  }
  return visits;
}

interface Extent {
  readonly rounds: number;
  /** Only so many of them. */
  readonly screens?: number;
}

/** Lighthouse empties the caches and ends the page's worker before each run, and leaves the sign-in. */
async function visit(run: Lighthouse, { browser, url }: Host, { hash = "", button }: Screen): Promise<Scores> {
  const page = await browser.newPage();
  if (button) await page.evaluateOnNewDocument(press, button);
  const result = await run(`${url}/${hash}`, { logLevel: "error" }, undefined, page);
  await page.close();
  const categories = Object.values(result?.lhr.categories ?? {});
  return Object.fromEntries(categories.map(({ title, score }) => [title, 100 * (score ?? Number.NaN)]));
}

function press(label: string): void {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === label);
  if (button) button.click();
  else requestAnimationFrame(() => press(label));
}

function figuresOf(name: string, visits: readonly Scores[]): Figure[] {
  return Object.keys(visits[0] ?? {}).map((category) => ({
    name,
    measure: category,
    value: median(visits.map((scored) => scored[category] ?? Number.NaN)),
    unit: "",
    target: atLeast(98),
  }));
}
