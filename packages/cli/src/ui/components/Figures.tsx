import { streakTitle, yearSummary } from "@dailyleet/core";
import { Box, Text } from "ink";
import type { UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

const LABEL = 16;
const FIGURE = 4;

/** The shown year in figures, beside the day. */
export function Figures({ state }: { readonly state: UiState }) {
  const { look } = useSurroundings();
  const { year } = state.selected;
  return (
    <Box flexDirection="column">
      <Line>{look.paint("bold", year === state.today.year ? "This year" : `In ${year}`)}</Line>
      <Box flexDirection="column" marginTop={1}>
        {figuresOf(state).map(([label, figure, unit]) => (
          <Text key={label}>
            {look.paint("dim", label.padEnd(LABEL))}
            {String(figure).padStart(FIGURE)} {look.paint("dim", unit)}
          </Text>
        ))}
      </Box>
    </Box>
  );
}

function figuresOf(state: UiState): readonly (readonly [label: string, figure: number, unit: string])[] {
  const { years, selected, today } = state;
  const { streaks, strength, activeDays, done } = yearSummary(years, selected.year, today);
  const { current, best } = streaks;
  return [
    [streakTitle(selected.year === today.year), current.days, unitOf(current.days)],
    ["Best streak", best.days, unitOf(best.days)],
    ["Strength", Math.round(strength.score), "of 100"],
    ["Active days", activeDays, ""],
    ["Total ticks", done, ""],
  ];
}

function unitOf(days: number): string {
  return days === 1 ? "day" : "days";
}
