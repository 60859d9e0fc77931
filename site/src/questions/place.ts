import { isRecord } from "@dailyleet/core";
import { parseTab, removeTab, storeTab } from "../ui/tabStored.ts";
import { whenDrawn } from "../ui/wait.ts";

const PLACE_NAME = "dailyleet/place";

/** Where the list was left. */
interface Place {
  readonly hash: string;
  /** The index of the open row; -1 without one. */
  readonly open: number;
  /** The index of the first row in the window, and its distance from the window's top (px). */
  readonly row: number;
  readonly top: number;
}

const rows = () => [...document.querySelectorAll<HTMLElement>(".questions:not([hidden]) .rows > li")];

/** Stores the place when the page is left. Returns a function that ends this. */
export function keepPlace(): () => void {
  const keep = () => {
    const all = rows();
    const row = all.findIndex((one) => one.getBoundingClientRect().bottom > 0);
    const open = all.findIndex((one) => one.querySelector("h3 [aria-expanded=true]"));
    const top = all[row]?.getBoundingClientRect().top;
    if (top === undefined) removeTab(PLACE_NAME);
    else storeTab(PLACE_NAME, JSON.stringify({ hash: location.hash, open, row, top } satisfies Place));
  };
  window.addEventListener("pagehide", keep);
  return () => window.removeEventListener("pagehide", keep);
}

/** Null once the place is restored. */
let left: Place | null = readPlace();

function readPlace(): Place | null {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const place = parseTab(PLACE_NAME);
  // A new visit begins at the top.
  return navigation?.type !== "navigate" && isRecord(place) ? (place as unknown as Place) : null;
}

/** After a reload, as soon as the rows are drawn: opens the row that was open, then scrolls to the place. */
export function restorePlace(): void {
  if (left === null) return;
  const { hash, open, row, top } = left;
  const all = rows();
  const [opened, first] = [all[open], all[row]];
  if (hash !== location.hash || scrollY > 0) left = null;
  else if (opened) {
    left = { ...left, open: -1 };
    opened.querySelector("button")?.click();
  } else if (open < 0 && first) {
    left = null;
    const scroll = () => scrollBy({ top: first.getBoundingClientRect().top - top, behavior: "instant" });
    scroll();
    // Rows that come into sight get their real heights.
    void whenDrawn().then(scroll);
  }
}
