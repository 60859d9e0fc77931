import {
  type CivilDate,
  dayOfYear,
  dayTicks,
  type Heatmap,
  type HeatmapDay,
  heatmap,
  isEmptyAhead,
  isSameDate,
  LABEL_WIDTH,
  levelMark,
  longDate,
  monthLabels,
  type Rest,
  restLegend,
  restText,
  SOURCE_NUMBERS,
  type SourceNumber,
  sourceName,
  streakTitle,
  stripControls,
  WEEKDAY_NAMES,
  weekdayLabel,
  yearSummary,
} from "@dailyleet/core";
import { Box, Text } from "ink";
import { doneLine, nameWidth, stateName, stateSign } from "../commands/today.ts";
import type { ColorCapabilities } from "../terminal/capabilities.ts";
import { padEnd, truncate } from "../terminal/width.ts";
import { Line } from "./frame.tsx";
import { useEnvironment } from "./services.ts";
import { isSaving, type Layout, selectedCell, shownTicks, type UiState } from "./state.ts";

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

interface DayCardProps {
  readonly state: UiState;
  readonly layout: Layout;
  readonly width: number;
}

/** The selected day: its date, its five sources, and how many are done. */
export function DayCard({ state, layout, width }: DayCardProps) {
  const { terminal } = useEnvironment();
  const { selected } = state;
  const ticks = dayTicks(shownTicks(state), dayOfYear(selected));
  const date = terminal.paint("bold", longDate(selected));
  const standing = standingText(state);
  const dot = terminal.unicode ? " · " : " - ";
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
          <Line>{doneLine({ ticks }, terminal)}</Line>
        </Box>
      )}
    </Box>
  );
}

function standingText({ selected, today, years, reading }: UiState): string {
  if (reading.includes(selected.year)) return "reading";
  if (years[selected.year] === undefined) return "not loaded";
  return isSameDate(selected, today) ? "today" : "";
}

interface SourceRowProps {
  readonly state: UiState;
  readonly source: SourceNumber;
  readonly width: number;
}

/** '3  ', two gaps, 'Untried', and what keeps it apart from the figures. */
const OTHER_COLUMNS = 16;

/** '3  ✓  GeeksforGeeks  Done', by the key that ticks it. */
export function SourceRow({ state, source, width }: SourceRowProps) {
  const { terminal, sources } = useEnvironment();
  const done = dayTicks(shownTicks(state), dayOfYear(state.selected))[source] === true;
  const sign = stateSign(done, terminal.unicode);
  const room = Math.min(nameWidth(sources, terminal.measure), width - OTHER_COLUMNS - sign.length);
  const full = stripControls(sourceName(sources, source));
  const name = padEnd(truncate(full, room, terminal.measure, terminal.unicode ? "…" : "..."), room, terminal.measure);
  const label = isSaving(state, selectedCell(state, source))
    ? terminal.paint("dim", "Saving")
    : terminal.paint(done ? "green" : "dim", stateName(done));
  return <Line>{`${terminal.paint("dim", String(source))}  ${sign}  ${name}  ${label}`}</Line>;
}

const LABEL = 16;
const FIGURE = 4;

/** The shown year in figures, beside the day. */
export function Figures({ state }: { readonly state: UiState }) {
  const { terminal, rest } = useEnvironment();
  const { year } = state.selected;
  return (
    <Box flexDirection="column">
      <Line>{terminal.paint("bold", year === state.today.year ? "This year" : `In ${year}`)}</Line>
      <Box flexDirection="column" marginTop={1}>
        {figuresOf(state, rest).map(([label, figure, unit]) => (
          <Text key={label}>
            {terminal.paint("dim", label.padEnd(LABEL))}
            {String(figure).padStart(FIGURE)} {terminal.paint("dim", unit)}
          </Text>
        ))}
      </Box>
    </Box>
  );
}

type Figure = readonly [label: string, figure: number, unit: string];

function figuresOf(state: UiState, rest: Rest | undefined): readonly Figure[] {
  const { years, selected, today } = state;
  const { streaks, strength, activeDays, done } = yearSummary(years, selected.year, today, rest);
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

interface YearGridProps {
  readonly state: UiState;
  readonly layout: Layout;
}

/** The year of the selected day: a column for each week, a row for each weekday. */
export function YearGrid({ state, layout }: YearGridProps) {
  const { terminal, rest } = useEnvironment();
  const { selected, today, years } = state;
  const { rested, restUsed } = yearSummary(years, selected.year, today, rest).streaks;
  const map = heatmap(selected.year, shownTicks(state), rested);
  const space = " ".repeat(layout.perWeek - 1);
  const marks = [0, 1, 2, 3, 4, 5].map((level) => colored(levelMark(level, terminal.unicode), level, terminal));
  const months = monthLabels(map, 0, map.weeks.length, layout.perWeek);
  const indent = " ".repeat(LABEL_WIDTH);
  const used = selected.year === today.year ? restText(rest, restUsed, today) : "";
  const restKey = used === "" ? restLegend(map, terminal.unicode) : `  ${levelMark(0, terminal.unicode, true)} ${used}`;
  const end = `5 done${restKey}`;
  return (
    <Box flexDirection="column">
      <Line>{terminal.paint("bold", String(selected.year))}</Line>
      <Line>{terminal.paint("dim", months)}</Line>
      <Box flexDirection="column" rowGap={layout.hasGaps ? 1 : 0}>
        {WEEKDAY_NAMES.map((name, row) => (
          <Line key={name}>
            {terminal.paint("dim", weekdayLabel(row).padEnd(LABEL_WIDTH))}
            {weekdayRow(map, row, selected, today, terminal).join(space)}
          </Line>
        ))}
      </Box>
      <Box marginTop={layout.hasGaps ? 1 : 0}>
        <Line>{`${indent}${terminal.paint("dim", "0")} ${marks.join(space)} ${terminal.paint("dim", end)}`}</Line>
      </Box>
    </Box>
  );
}

function weekdayRow(
  { weeks }: Heatmap,
  row: number,
  selected: CivilDate,
  today: CivilDate,
  terminal: ColorCapabilities,
): string[] {
  return weeks.map((week) => dayMark(week[row] ?? null, selected, today, terminal));
}

/** The selected day is turned round, or another sign where nothing can be; days to come are empty until ticked. */
function dayMark(day: HeatmapDay | null, selected: CivilDate, today: CivilDate, terminal: ColorCapabilities): string {
  if (day === null) return " ";
  const mark = isEmptyAhead(day, today) ? " " : levelMark(day.level, terminal.unicode, day.isRest);
  if (!isSameDate(day.date, selected)) return colored(mark, day.level, terminal);
  if (terminal.scale === null) return terminal.unicode ? "◆" : "@";
  return terminal.paint("inverse", colored(mark, day.level, terminal));
}

function colored(mark: string, level: number, { scale }: ColorCapabilities): string {
  return scale === null ? mark : scale(level, mark);
}
