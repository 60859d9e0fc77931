import { Box } from "ink";
import type { Layout } from "../layout.ts";
import type { UiState } from "../state.ts";
import { DayCard } from "./DayCard.tsx";
import { Figures } from "./Figures.tsx";
import { YearGrid } from "./YearGrid.tsx";

/** How much of the width the selected day has; the rest is for the figures. */
const CARD_SHARE = 0.58;

/** The year, and below it the selected day. */
export function CalendarView({ state, layout }: { readonly state: UiState; readonly layout: Layout }) {
  const cardWidth = Math.floor(layout.width * CARD_SHARE);
  return (
    <Box flexDirection="column" flexShrink={0} rowGap={layout.hasGaps ? 2 : 1}>
      <YearGrid state={state} layout={layout} />
      <Box>
        <Box width={cardWidth}>
          <DayCard state={state} layout={layout} width={cardWidth} />
        </Box>
        <Figures state={state} />
      </Box>
    </Box>
  );
}
