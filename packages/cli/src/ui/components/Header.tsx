import { countDone, counted, dayOfYear, dayTicks, NO_TICKS, streaks } from "@dailyleet/core";
import { Box, Text } from "ink";
import { oneLine } from "../../terminal/print.ts";
import { countDue, type UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

/** Whose days these are, and how today stands. */
export function Header({ state }: { readonly state: UiState }) {
  const { look } = useSurroundings();
  const { years, today, person } = state;
  const done = countDone(dayTicks(years[today.year] ?? NO_TICKS, dayOfYear(today)));
  const streak = `${streaks(years, today).current.days}-day streak`;
  const due = countDue(state);
  const dot = look.unicode ? " · " : " - ";
  return (
    <Box justifyContent="space-between">
      <Text>
        {look.paint("bold", "dailyleet")} {look.paint("dim", oneLine(person))}
      </Text>
      <Line>{[`${done} of 5 today`, streak, ...(due > 0 ? [`${counted(due, "question")} due`] : [])].join(dot)}</Line>
    </Box>
  );
}
