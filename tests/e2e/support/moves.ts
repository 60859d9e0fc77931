import type { Page } from "playwright-core";

declare global {
  interface Window {
    /** The parts that moved since the page began, as `class: from > to`. */
    moved: string[];
  }
}

/** Records layout shifts (https://wicg.github.io/layout-instability/) that move a link, a button or a field. */
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

/** The parts that moved so far. The observer hears of a shift by the next frame. */
export function moved(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return window.moved;
  });
}
