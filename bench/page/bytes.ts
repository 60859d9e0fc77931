import { gzipSync } from "node:zlib";
import type { BrowserContext } from "playwright-core";
import { atMost, type Figure } from "../support/figures.ts";

const KINDS = { JavaScript: "javascript", CSS: "css", HTML: "html" } as const;

/** What a visit moves, compressed at gzip's best, by kind. */
export async function bytes(
  context: BrowserContext,
  url: string,
  shown: string,
  state: string,
  maxJavaScript: number,
): Promise<Figure[]> {
  const page = await context.newPage();
  const urls = new Set<string>();
  page.on("response", (response) => response.status() === 200 && urls.add(response.url()));
  await page.goto(url);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.close();
  const sizes = await Promise.all([...urls].filter((address) => address.startsWith(url)).map(sizeOf));
  return Object.entries(KINDS).map(([kind, type]): Figure => {
    const value = sizes.filter((size) => size.type.includes(type)).reduce((sum, size) => sum + size.bytes, 0);
    const target = kind === "JavaScript" ? { target: atMost(maxJavaScript) } : {};
    return { name: `page, ${state}`, measure: `${kind}, gzip`, value, unit: "B", ...target };
  });
}

async function sizeOf(url: string): Promise<{ type: string; bytes: number }> {
  const response = await fetch(url);
  const body = Buffer.from(await response.arrayBuffer());
  return { type: response.headers.get("content-type") ?? "", bytes: gzipSync(body, { level: 9 }).length };
}
