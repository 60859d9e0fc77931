import { Box } from "ink";
import type { Layout } from "../layout.ts";
import type { UiState } from "../state.ts";
import { DayCard } from "./DayCard.tsx";
import { Figures } from "./Figures.tsx";
import { YearGrid } from "./YearGrid.tsx";

/** The year, and below it the selected day. */
export function CalendarView({ state, layout }: { readonly state: UiState; readonly layout: Layout }) {
  return (
    <Box flexDirection="column" flexShrink={0} rowGap={layout.hasGaps ? 2 : 1}>
      <YearGrid state={state} layout={layout} />
      <Box>
        <Box width="58%">
          <DayCard state={state} layout={layout} />
        </Box>
        <Figures state={state} />
      </Box>
    </Box>
  );
}
