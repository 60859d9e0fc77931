import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { barButton, holdRequests, newPage, signIn, tickButton, useStage, waitForSaved } from "./support/browser.ts";

declare global {
  interface Window {
    /** What has moved since the page began, as `what it is: from > to`. */
    moved: string[];
  }
}

const stage = useStage();

it.each([
  ["on a desktop", "January 2", { viewport: { width: 1280, height: 800 } }],
  ["on a tablet", "January 3", { viewport: { width: 768, height: 1000 }, hasTouch: true, isMobile: true }],
  ["on a phone", "January 4", { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true }],
] satisfies [string, string, BrowserContextOptions][])(
  "what can be clicked stays where it is, %s, while the rest of the page comes and a tick is saved",
  async (_, day, options) => {
    const watched = await newPage(stage, options);
    const { page } = watched;
    await page.addInitScript(noteMoves);
    // The years before the running one, by which the figures change.
    const letGo = await holdRequests(page, "**/documents:batchGet", "/years/");
    await signIn(watched, stage.server.url);
    await barButton(page, /^Theme/).waitFor();
    await page.getByRole("grid").waitFor();
    expect(await moved(page)).toEqual([]);

    await tickButton(page, `${day}, LeetCode`, "Untried").click();
    await barButton(page, "Undo").waitFor();
    await waitForSaved(page);
    expect(await moved(page)).toEqual([]);
    const figures = page.locator(".figures");
    await expect.poll(() => figures.textContent()).toContain("+ days");
    letGo();
    await expect.poll(() => figures.textContent()).not.toContain("+ days");
    expect(await moved(page)).toEqual([]);
    for (const name of ["System", "Dark", "Light"]) {
      await barButton(page, `Theme: ${name}`).click();
    }
    await barButton(page, "Theme: System").waitFor();
    expect(await moved(page)).toEqual([]);
    await watched.context.close();
  },
);

/** Shifts of the layout (https://wicg.github.io/layout-instability/) that take a link, a button or a field along. */
function noteMoves(): void {
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as (PerformanceEntry & { sources: LayoutShiftAttribution[] })[]) {
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const isUsable =
          node instanceof Element && (node.closest("a, button") ?? node.querySelector("a, button, input"));
        if (isUsable) window.moved.push(`${node.className}: ${from.x},${from.y} > ${to.x},${to.y}`);
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}

interface LayoutShiftAttribution {
  readonly node: Node | null;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}

/** The next frame has told of all shifts before it. */
function moved(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return window.moved;
  });
}
