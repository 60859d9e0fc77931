import { NO_TICKS, type Ticks } from "@dailyleet/core";
import { atom } from "nanostores";
import { $isKnown, $ticks } from "./ticks.ts";
import { $year } from "./today.ts";

/** A year as it was before the last burst of clicks: what is worked out from it need not be drawn at each. */
export interface SettledYear {
  readonly year: number | null;
  readonly ticks: Ticks;
}

const BURST_MS = 250;

export const $settled = atom<SettledYear>({ year: null, ticks: NO_TICKS });

let timer: ReturnType<typeof setTimeout> | undefined;

function settle(): void {
  clearTimeout(timer);
  $settled.set({ year: $year.get(), ticks: $ticks.get() });
}

settle();
// Another year, or one that has become known, shows at once: when all who hear of it have done their part.
for (const store of [$year, $isKnown]) store.listen(() => queueMicrotask(settle));
$ticks.listen(() => {
  clearTimeout(timer);
  timer = setTimeout(settle, BURST_MS);
});
