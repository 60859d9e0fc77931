/** Measurements in the page. Times are in milliseconds since navigation; 0 until the event has happened. */
interface Bench {
  /** When the calendar was React's and could answer clicks. */
  ready: number;
  /** When the person's own ticks were on the screen. */
  shown: number;
  /** The cell to click, looked up only once: a look-up is no part of a click's work. */
  cell: Element | null;
}

declare global {
  interface Window {
    bench: Bench;
    /** The debugger's binding (`Runtime.addBinding`): tells the bench that the page is ready and shows the ticks. */
    tellBench(text: string): void;
  }
}

/** Runs before the page's own scripts. Records when React owns the `ready` element and when `shown` matches. */
export function observe({ ready, shown }: { ready: string; shown: string }): void {
  const bench: Bench = { ready: 0, shown: 0, cell: null };
  window.bench = bench;
  const tellIfBoth = () => {
    if (bench.ready > 0 && bench.shown > 0) window.tellBench("");
  };
  const isReady = () => Object.keys(document.querySelector(ready) ?? {}).some((key) => key.startsWith("__reactFiber$"));
  // Use a timer, not frames: the page answers clicks before its next frame, which may take long.
  const look = () => {
    if (!isReady()) return setTimeout(look, 5);
    bench.ready = performance.now();
    return tellIfBoth();
  };
  look();
  const observer = new MutationObserver(() => {
    if (document.querySelector(shown) === null) return;
    bench.shown = performance.now();
    observer.disconnect();
    tellIfBoth();
  });
  observer.observe(document, { subtree: true, attributeFilter: ["hidden", "aria-busy", "data-ready"] });
}

/** Resolves after `ms` without a load or a long task, when the parts that wait for a quiet page are there. */
export function rest(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(end, ms);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    });
    for (const type of ["longtask", "resource"]) observer.observe({ type });
  });
}

export function times() {
  const { ready, shown } = window.bench;
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return { firstPaint: paint?.startTime ?? Number.NaN, ready, shown };
}

/** Clicks the cell. Resolves to the milliseconds until the frame that shows its new state. */
export async function click(selector: string): Promise<number> {
  window.bench.cell ??= document.querySelector(selector);
  const { cell } = window.bench;
  if (cell === null) throw new Error(`nothing matches ${selector}`);
  const changed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(cell, { attributes: true });
  });
  const start = performance.now();
  cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await changed;
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(null);
    });
  });
  return performance.now() - start;
}
