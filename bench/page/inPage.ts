/** What the functions below keep in the page; milliseconds since its begin, 0 for what has not happened yet. */
interface Bench {
  /** The calendar is React's and answers clicks. */
  ready: number;
  /** The person's own ticks are on the screen. */
  shown: number;
  /** What is clicked, once it has been looked up: that is no part of a click's work. */
  cell: Element | null;
}

declare global {
  interface Window {
    bench: Bench;
    /** Of the debugger (`Runtime.addBinding`): tells the bench that the page is ready and shows the ticks. */
    tellBench(text: string): void;
  }
}

/** Runs before the page's own scripts: notes when what `ready` names is React's, and when something matches `shown`. */
export function observe({ ready, shown }: { ready: string; shown: string }): void {
  const bench: Bench = { ready: 0, shown: 0, cell: null };
  window.bench = bench;
  const tellIfBoth = () => {
    if (bench.ready > 0 && bench.shown > 0) window.tellBench("");
  };
  const isReady = () => Object.keys(document.querySelector(ready) ?? {}).some((key) => key.startsWith("__reactFiber$"));
  // Not by frames: the first one after it may be long, and a click that comes before it is heard all the same.
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

/** Resolves when for a while nothing was loaded and no task was long: what waits for a quiet page is there. */
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

/** Clicks the cell and answers the milliseconds until the frame that shows its new state. */
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
