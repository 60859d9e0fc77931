import { gzipSync } from "node:zlib";
import type { BrowserContext } from "playwright-core";
import type { Figure, Target } from "../support/figures.ts";

declare global {
  interface Window {
    /** Milliseconds since the page's begin; undefined until the view shows. */
    viewShown: number | undefined;
  }
}

/** A visit: who it is of, what the page shows in the end, and how much script may have come until then. */
export interface Moved {
  readonly state: string;
  readonly shown: string;
  readonly target: Target;
}

/** What a visit moves until its view shows, each file compressed at gzip's best, by kind; and all scripts of it. */
export async function bytes(context: BrowserContext, url: string, { state, shown, target }: Moved): Promise<Figure[]> {
  const page = await context.newPage();
  await page.addInitScript(noteView, shown);
  await page.goto(url);
  await page.waitForFunction(() => window.viewShown !== undefined);
  await page.waitForLoadState("networkidle");
  const asked = await page.evaluate(askedFor);
  await page.close();
  const files = await Promise.all(asked.map(async ({ url, isFirst }) => ({ ...(await load(url)), isFirst })));
  const first = files.filter(({ isFirst }) => isFirst);
  const figure = (measure: string, value: number): Figure => ({ name: `page, ${state}`, measure, value, unit: "B" });
  return [
    { ...figure("JavaScript of the first view, gzip", sum(first, "javascript")), target },
    figure("CSS of the first view, gzip", sum(first, "css")),
    figure("HTML, gzip", sum(first, "html")),
    figure("JavaScript with all that comes when it is quiet, gzip", sum(files, "javascript")),
  ];
}

/** Runs before the page's own scripts: notes when something matches, as `observe` does, also where it is new in the page. */
function noteView(shown: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(shown) === null) return;
    window.viewShown = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** The files of this server that the page has asked for, and whether before its view showed. */
function askedFor() {
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return entries
    .filter(({ name }) => name.startsWith(location.origin))
    .map(({ name, startTime }) => ({ url: name, isFirst: startTime <= (window.viewShown ?? 0) }));
}

interface Loaded {
  readonly type: string;
  readonly bytes: number;
}

function sum(files: readonly Loaded[], kind: string): number {
  return files.filter(({ type }) => type.includes(kind)).reduce((total, file) => total + file.bytes, 0);
}

async function load(url: string): Promise<Loaded> {
  const response = await fetch(url);
  const body = Buffer.from(await response.arrayBuffer());
  return { type: response.headers.get("content-type") ?? "", bytes: gzipSync(body, { level: 9 }).length };
}
