import { dayOfYear, dayTicks, type SourceNumber, sourceName, stripControls } from "@dailyleet/core";
import { nameWidth, stateName, stateSign } from "../../render/day.ts";
import { padEnd, truncate } from "../../terminal/width.ts";
import { isSaving, selectedCell, shownTicks, type UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

interface SourceRowProps {
  readonly state: UiState;
  readonly source: SourceNumber;
  readonly width: number;
}

/** '3  ', two gaps, 'Untried', and what keeps it apart from the figures. */
const OTHER_COLUMNS = 16;

/** '3  ✓  GeeksforGeeks  Done', by the key that ticks it. */
export function SourceRow({ state, source, width }: SourceRowProps) {
  const { look, sources } = useSurroundings();
  const done = dayTicks(shownTicks(state), dayOfYear(state.selected))[source] === true;
  const sign = stateSign(done, look.unicode);
  const room = Math.min(nameWidth(sources, look.measure), width - OTHER_COLUMNS - sign.length);
  const full = stripControls(sourceName(sources, source));
  const name = padEnd(truncate(full, room, look.measure, look.unicode ? "…" : "..."), room, look.measure);
  const label = isSaving(state, selectedCell(state, source))
    ? look.paint("dim", "Saving")
    : look.paint(done ? "green" : "dim", stateName(done));
  return <Line>{`${look.paint("dim", String(source))}  ${sign}  ${name}  ${label}`}</Line>;
}
