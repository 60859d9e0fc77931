import { countDone, dayOfYear, dayTicks, isSameDate, longDate, SOURCE_NUMBERS } from "@dailyleet/core";
import { Box } from "ink";
import { shownTicks, type UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";
import { SourceRow } from "./SourceRow.tsx";

/** The selected day: its date, its five sources, and how many are done. */
export function DayCard({ state }: { readonly state: UiState }) {
  const { look } = useSurroundings();
  const { selected, today, years } = state;
  const done = countDone(dayTicks(shownTicks(state), dayOfYear(selected)));
  const [full, empty] = look.unicode ? ["■", "□"] : ["#", "."];
  const bar = full.repeat(done) + empty.repeat(5 - done);
  const date = look.paint("bold", longDate(selected));
  const isKnown = years[selected.year] !== undefined;
  return (
    <Box flexDirection="column">
      <Line>{isSameDate(selected, today) ? `${date} ${look.unicode ? "·" : "-"} today` : date}</Line>
      <Box flexDirection="column" marginY={1}>
        {SOURCE_NUMBERS.map((source) => (
          <SourceRow key={source} source={source} state={state} />
        ))}
      </Box>
      <Line>{isKnown ? `${bar} ${done} of 5 done` : look.paint("dim", "Reading this year")}</Line>
    </Box>
  );
}
