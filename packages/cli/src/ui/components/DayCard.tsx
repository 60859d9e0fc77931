import { dayOfYear, dayTicks, isSameDate, longDate, SOURCE_NUMBERS } from "@dailyleet/core";
import { Box } from "ink";
import { doneLine } from "../../render/day.ts";
import type { Layout } from "../layout.ts";
import { shownTicks, type UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";
import { SourceRow } from "./SourceRow.tsx";

interface DayCardProps {
  readonly state: UiState;
  readonly layout: Layout;
  readonly width: number;
}

/** The selected day: its date, its five sources, and how many are done. */
export function DayCard({ state, layout, width }: DayCardProps) {
  const { look } = useSurroundings();
  const { selected } = state;
  const ticks = dayTicks(shownTicks(state), dayOfYear(selected));
  const date = look.paint("bold", longDate(selected));
  const standing = standingText(state);
  const dot = look.unicode ? " · " : " - ";
  return (
    <Box flexDirection="column">
      <Line>{standing === "" ? date : date + dot + standing}</Line>
      <Box flexDirection="column" marginTop={1}>
        {SOURCE_NUMBERS.map((source) => (
          <SourceRow key={source} source={source} state={state} width={width} />
        ))}
      </Box>
      {layout.hasGaps && (
        <Box marginTop={1}>
          <Line>{doneLine({ ticks }, look)}</Line>
        </Box>
      )}
    </Box>
  );
}

function standingText({ selected, today, years, reading }: UiState): string {
  if (reading.includes(selected.year)) return "reading";
  if (years[selected.year] === undefined) return "not read";
  return isSameDate(selected, today) ? "today" : "";
}
