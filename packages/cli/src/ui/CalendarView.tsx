import {
  type CivilDate,
  closingText,
  dayOfYear,
  dayTicks,
  figuresOf,
  type Heatmap,
  type HeatmapDay,
  heatmap,
  isEmptyAhead,
  isSameDate,
  LABEL_WIDTH,
  levelMark,
  longDate,
  monthLabels,
  restLegend,
  restText,
  SOURCE_NUMBERS,
  type SourceNumber,
  weekdayLabels,
  weeksFrom,
  yearSummary,
} from "@dailyleet/core";
import { Box } from "ink";
import { doneLine, fitNames, stateName, stateSign } from "../rendering/sources.ts";
import type { Capabilities } from "../terminal/capabilities.ts";
import { Lines, type ViewProps } from "./frame.tsx";
import { isReading, isSaving, selectedCell, ticksShown, type UiState } from "./state.ts";

/** The share of the width for the selected day; the figures take the rest. */
const CARD_SHARE = 0.58;
/** The columns of 'Current streak 1000', for the figures of a narrow window. */
const BARE_FIGURES = 18;

export function CalendarView(props: ViewProps) {
  const { layout } = props;
  const cardWidth = layout.isNarrow ? layout.width - BARE_FIGURES : Math.floor(layout.width * CARD_SHARE);
  return (
    <Box flexDirection="column" flexShrink={0} rowGap={layout.hasGaps ? 2 : 1}>
      {layout.hasYear && <Lines lines={yearLines(props)} />}
      <Box flexDirection="column">
        {layout.isNarrow && <Lines lines={[dayHeading(props), ""]} />}
        <Box>
          <Box width={cardWidth} flexDirection="column">
            <Lines lines={dayLines(props, cardWidth)} />
          </Box>
          <Box flexDirection="column">
            <Lines lines={figureLines(props)} />
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

function dayLines(props: ViewProps, width: number): string[] {
  const { state, layout, terminal } = props;
  return [
    ...(layout.isNarrow ? [] : [dayHeading(props), ""]),
    ...sourceLines(props, width),
    ...(layout.hasGaps ? ["", doneLine(dayTicks(ticksShown(state), dayOfYear(state.selected)), terminal)] : []),
  ];
}

function dayHeading({ state, terminal }: ViewProps): string {
  const date = terminal.paint("bold", longDate(state.selected));
  const detail = dayDetail(state);
  return detail === "" ? date : `${date} ${terminal.unicode ? "·" : "-"} ${detail}`;
}

function dayDetail(state: UiState): string {
  const { selected, today, years } = state;
  if (isReading(state, selected.year)) return "reading";
  if (years[selected.year] === undefined) return "not loaded";
  return isSameDate(selected, today) ? "today" : "";
}

/** The columns of a source's line besides its sign, name and state, with a gap of two before the figures. */
const OTHER_COLUMNS = 9;

/** Such as '3  ✓  GeeksforGeeks  Done'. The number is the key that ticks the source. Cuts long names. */
function sourceLines(props: ViewProps, width: number): string[] {
  const { state, terminal } = props;
  const { paint, unicode } = terminal;
  const rows = SOURCE_NUMBERS.map((source) => {
    const done = dayTicks(ticksShown(state), dayOfYear(state.selected))[source] === true;
    const [text, format] = stateText(props, source, done);
    return { source, sign: stateSign(done, unicode), text, format };
  });
  const taken = Math.max(...rows.map(({ sign, text }) => sign.length + text.length)) + OTHER_COLUMNS;
  const names = fitNames(state.config.sources, width - taken, terminal);
  return rows.map(({ source, sign, text, format }) => {
    return `${paint("dim", String(source))}  ${sign}  ${names[source - 1]}  ${paint(format, text)}`;
  });
}

type StateText = readonly [text: string, format: "dim" | "green" | "magenta"];

/** 'Done' or 'Untried'; today such as 'closes in 1 h 40 min' for a source whose own day ends soon. */
function stateText({ state, layout, now }: ViewProps, source: SourceNumber, done: boolean): StateText {
  if (isSaving(state, selectedCell(state, source))) return ["Saving", "dim"];
  if (done) return [stateName(true), "green"];
  const site = isSameDate(state.selected, state.today) ? state.config.sources[source - 1] : undefined;
  const closing = site ? closingText(site, now()) : "";
  if (closing === "") return [stateName(false), "dim"];
  return [layout.isNarrow ? closing.replace("closes ", "") : closing, "magenta"];
}

const LABEL = 16;
const FIGURE = 4;

function figureLines({ state, layout, terminal }: ViewProps): string[] {
  const { paint } = terminal;
  const { year } = state.selected;
  const figures = figuresOf(yearSummary(state.years, year, state.today, state.config.rest), state.today);
  if (layout.isNarrow) {
    return figures.map(({ label, value }) => paint("dim", label) + String(value).padStart(BARE_FIGURES - label.length));
  }
  const lines = figures.map(
    ({ label, value, unit }) =>
      `${paint("dim", label.padEnd(LABEL))}${String(value).padStart(FIGURE)} ${paint("dim", unit)}`,
  );
  return [paint("bold", year === state.today.year ? "This year" : `In ${year}`), "", ...lines];
}

/** The selected day's year, in a narrow window the weeks around the day. A column is a week, a row a weekday. */
function yearLines({ state, layout, terminal, firstWeekday }: ViewProps): string[] {
  const { paint, unicode } = terminal;
  const { selected, today, years, config } = state;
  const { rested, restUsed } = yearSummary(years, selected.year, today, config.rest).streaks;
  const year = heatmap(selected.year, ticksShown(state), firstWeekday, rested);
  const map = layout.isNarrow ? weeksAround(year, selected, layout.width - LABEL_WIDTH) : year;
  const space = " ".repeat(layout.perWeek - 1);
  const marks = [0, 1, 2, 3, 4, 5].map((level) => colored(levelMark(level, unicode), level, terminal));
  const used = selected.year === today.year ? restText(config.rest, restUsed, today) : "";
  const restKey = used === "" ? restLegend(map, unicode) : `  ${levelMark(0, unicode, true)} ${used}`;
  const legend = `${paint("dim", "0")} ${marks.join(space)} ${paint("dim", `5 done${restKey}`)}`;
  const weekdays = weekdayLabels(map).map((label, row) => {
    const days = map.weeks.map((week) => dayMark(week[row] ?? null, selected, today, terminal));
    return paint("dim", label.padEnd(LABEL_WIDTH)) + days.join(space);
  });
  return [
    paint("bold", String(selected.year)),
    paint("dim", monthLabels(map, layout.perWeek)),
    ...[...weekdays, " ".repeat(LABEL_WIDTH) + legend].join(layout.hasGaps ? "\n\n" : "\n").split("\n"),
  ];
}

function weeksAround(year: Heatmap, selected: CivilDate, count: number): Heatmap {
  const week = year.weeks.findIndex((days) => days.some((day) => day !== null && isSameDate(day.date, selected)));
  const first = week - Math.floor(count / 2);
  return weeksFrom(year, Math.max(0, Math.min(first, year.weeks.length - count)), count);
}

/** Shows the selected day inverse, or without colour as a special sign. Future days are blank until they are ticked. */
function dayMark(day: HeatmapDay | null, selected: CivilDate, today: CivilDate, terminal: Capabilities): string {
  if (day === null) return " ";
  const mark = isEmptyAhead(day, today) ? " " : levelMark(day.level, terminal.unicode, day.isRest);
  if (!isSameDate(day.date, selected)) return colored(mark, day.level, terminal);
  if (terminal.scale === null) return terminal.unicode ? "◆" : "@";
  return terminal.paint("inverse", colored(mark, day.level, terminal));
}

function colored(mark: string, level: number, { scale }: Capabilities): string {
  return scale === null ? mark : scale(level, mark);
}
