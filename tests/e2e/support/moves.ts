import type { Page } from "playwright-core";

declare global {
  interface Window {
    /** What has moved since the page began, as `what it is: from > to`. */
    moved: string[];
  }
}

/** Shifts of the layout (https://wicg.github.io/layout-instability/) that take a link, a button or a field along. */
export function noteMoves(): void {
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

/** What has moved so far; the next frame has told of all shifts before it. */
export function moved(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return window.moved;
  });
}
