import {
  type CivilDate,
  type Heatmap,
  type HeatmapDay,
  heatmap,
  isEmptyAhead,
  isSameDate,
  LABEL_WIDTH,
  levelMark,
  monthLabels,
  WEEKDAY_NAMES,
  weekdayLabel,
} from "@dailyleet/core";
import { Box } from "ink";
import type { TonedLook } from "../../terminal/look.ts";
import { useSurroundings } from "../desk.ts";
import type { Layout } from "../layout.ts";
import { shownTicks, type UiState } from "../state.ts";
import { Line } from "./frame.tsx";

interface YearGridProps {
  readonly state: UiState;
  readonly layout: Layout;
}

/** The year of the selected day: a column for each week, a row for each weekday. */
export function YearGrid({ state, layout }: YearGridProps) {
  const { look } = useSurroundings();
  const { selected, today } = state;
  const map = heatmap(selected.year, shownTicks(state));
  const space = " ".repeat(layout.perWeek - 1);
  const marks = [0, 1, 2, 3, 4, 5].map((level) => toned(levelMark(level, look.unicode), level, look));
  const months = monthLabels(map, 0, map.weeks.length, layout.perWeek);
  const indent = " ".repeat(LABEL_WIDTH);
  return (
    <Box flexDirection="column">
      <Line>{look.paint("bold", String(selected.year))}</Line>
      <Line>{look.paint("dim", months)}</Line>
      <Box flexDirection="column" rowGap={layout.hasGaps ? 1 : 0}>
        {WEEKDAY_NAMES.map((name, row) => (
          <Line key={name}>
            {look.paint("dim", weekdayLabel(row).padEnd(LABEL_WIDTH))}
            {weekdayRow(map, row, selected, today, look).join(space)}
          </Line>
        ))}
      </Box>
      <Box marginTop={layout.hasGaps ? 1 : 0}>
        <Line>{`${indent}${look.paint("dim", "0")} ${marks.join(space)} ${look.paint("dim", "5 done")}`}</Line>
      </Box>
    </Box>
  );
}

function weekdayRow({ weeks }: Heatmap, row: number, selected: CivilDate, today: CivilDate, look: TonedLook): string[] {
  return weeks.map((week) => dayMark(week[row] ?? null, selected, today, look));
}

/** The selected day is turned round, or another sign where nothing can be; days to come are empty until ticked. */
function dayMark(day: HeatmapDay | null, selected: CivilDate, today: CivilDate, look: TonedLook): string {
  if (day === null) return " ";
  const mark = isEmptyAhead(day, today) ? " " : levelMark(day.level, look.unicode);
  if (!isSameDate(day.date, selected)) return toned(mark, day.level, look);
  if (look.tone === null) return look.unicode ? "◆" : "@";
  return look.paint("inverse", toned(mark, day.level, look));
}

function toned(mark: string, level: number, { tone }: TonedLook): string {
  return tone === null ? mark : tone(level, mark);
}
