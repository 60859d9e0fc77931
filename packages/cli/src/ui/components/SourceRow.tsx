import { dayOfYear, dayTicks, type SourceNumber, sourceName, stripControls } from "@dailyleet/core";
import { nameWidth, stateName, stateSign } from "../../render/day.ts";
import { padEnd } from "../../terminal/width.ts";
import { isSaving, selectedCell, shownTicks, type UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

interface SourceRowProps {
  readonly state: UiState;
  readonly source: SourceNumber;
}

/** '3  ✓  GeeksforGeeks  Done', by the key that ticks it. */
export function SourceRow({ state, source }: SourceRowProps) {
  const { look, sources } = useSurroundings();
  const done = dayTicks(shownTicks(state), dayOfYear(state.selected))[source] === true;
  const name = padEnd(stripControls(sourceName(sources, source)), nameWidth(sources, look.measure), look.measure);
  const label = isSaving(state, selectedCell(state, source))
    ? look.paint("dim", "Saving")
    : look.paint(done ? "green" : "dim", stateName(done));
  return <Line>{`${look.paint("dim", String(source))}  ${stateSign(done, look.unicode)}  ${name}  ${label}`}</Line>;
}
