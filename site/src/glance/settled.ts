import { NO_TICKS, type Ticks } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { $year } from "../app/today.ts";
import { $isKnown, $ticks } from "../replica/ticks.ts";

/** A year as it was before the last burst of clicks: what is worked out from it need not be drawn at each. */
export interface SettledYear {
  readonly year: number | null;
  readonly ticks: Ticks;
}

const BURST_MS = 250;

export const $settled = atom<SettledYear>({ year: null, ticks: NO_TICKS });

/** Followed while somebody looks. */
onMount($settled, () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    $settled.set({ year: $year.get(), ticks: $ticks.get() });
  };
  settle();
  // Another year, or one that has become known, shows at once: when all who hear of it have done their part.
  const ends = [$year, $isKnown].map((store) => store.listen(() => queueMicrotask(settle)));
  ends.push(
    $ticks.listen(() => {
      clearTimeout(timer);
      timer = setTimeout(settle, BURST_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
});
