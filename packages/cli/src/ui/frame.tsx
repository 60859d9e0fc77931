import { countDone, counted, dueOf, streaks, streakText, ticksOn } from "@dailyleet/core";
import { Box, Text } from "ink";
import type { Capabilities } from "../terminal/capabilities.ts";
import { oneLine } from "../terminal/output.ts";
import { wrap } from "../terminal/width.ts";
import { isSaving, type Layout, LEAST, type UiState } from "./state.ts";

export interface ViewProps {
  readonly state: UiState;
  readonly layout: Layout;
  readonly terminal: Capabilities;
  /** The first day of the week, 0 for Sunday. */
  readonly firstWeekday: number;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Cuts each line at the edge, because a wrapped line would move everything below it. */
export function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and all move together.
        <Text key={index} wrap="truncate-end">
          {line || " "}
        </Text>
      ))}
    </Box>
  );
}

/** Columns for 'dailyleet' and a person's name. */
const PERSON_WIDTH = 18;

export function Header({ state, layout, terminal }: ViewProps) {
  const { years, today, person, config } = state;
  const done = countDone(ticksOn(years, today));
  const streak = streakText(streaks(years, today, config.rest).current.days, false);
  const due = dueOf(state.questions).length;
  const figures = [`${done} of 5 today`, streak, ...(due > 0 ? [`${counted(due, "question")} due`] : [])];
  const separator = terminal.unicode ? " · " : " - ";
  const fits = (count: number) => figures.slice(0, count).join(separator).length <= layout.width - PERSON_WIDTH;
  const shown = figures.slice(0, [3, 2].find(fits) ?? 1).join(separator);
  return (
    <Box justifyContent="space-between" columnGap={2}>
      <Text wrap="truncate-end">
        {terminal.paint("bold", "dailyleet")} {terminal.paint("dim", oneLine(person))}
      </Text>
      <Box flexShrink={0}>
        <Text>{shown}</Text>
      </Box>
    </Box>
  );
}

const GAP = "  ";

/** The response to the last key, and the keys. A long message takes rows from the view. */
export function Footer(props: ViewProps) {
  const { state, layout, terminal } = props;
  const hints = fitHints(hintsOf(state, terminal.unicode), layout.width);
  const painted = hints.map((hint) => hint.replace(/^Any key|^\S+/, (keys) => terminal.paint("bold", keys)));
  return <Lines lines={[...messageLines(props), painted.join(GAP)]} />;
}

export function messageLines({ state, layout, terminal: { unicode, measure } }: ViewProps): string[] {
  const message = isSaving(state) ? `Saving${unicode ? "…" : "..."}` : state.message;
  return message === "" ? [] : wrap(oneLine(message), layout.width, measure);
}

const KEYS_WIDTH = 17;
/** The rows of header and footer, with the empty row between them. */
const OTHER_ROWS = 3;

/** Every key; in a low window only the keys of the view. */
export function Help({ state, layout, terminal }: ViewProps) {
  const other = state.view === "calendar" ? "Questions" : "Calendar";
  const parts = Object.entries(allHints(terminal.unicode));
  const textOf = ([heading, hints]: (typeof parts)[number]) =>
    [terminal.paint("bold", heading), ...hints.map(([keys, meaning]) => `  ${keys.padEnd(KEYS_WIDTH)}${meaning}`)].join(
      "\n",
    );
  const own = parts.filter(([heading]) => heading !== other);
  const forms = [parts.map(textOf).join("\n\n"), parts.map(textOf).join("\n"), own.map(textOf).join("\n")];
  const lines = forms.map((text) => text.split("\n"));
  return <Lines lines={lines.find(({ length }) => length <= layout.height - OTHER_ROWS) ?? []} />;
}

export function TooSmall({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  return (
    <Text>
      This window has {columns} columns and {rows} rows; dailyleet ui needs {LEAST.columns} and {LEAST.rows}. Make it
      larger, or press q.
    </Text>
  );
}

const ENDING = ["? keys", "q quit"];

/** The most important keys of the view, for its last line. */
function hintsOf({ view, list, isHelpShown, practice }: UiState, unicode: boolean): readonly string[] {
  if (isHelpShown) return ["Any key back"];
  if (list.isTyping && view === "questions") return ["Enter apply", "Esc clear"];
  const upDown = unicode ? "↑↓" : "Arrows";
  const scroll = [`${upDown} scroll`, "1-4 mark"];
  if (practice) return [...scroll, "Space answers", "n next", "o open", "y copy", ...ENDING];
  if (view === "question") return [...scroll, "0 remove", "Esc list", ...ENDING];
  if (view === "questions") {
    return [`${upDown} move`, "Enter open", "1-4 mark", "/ filter", "d due", "p practise", "Tab calendar", ...ENDING];
  }
  const moves = unicode ? ["↑↓ day", "←→ week"] : ["Arrows day, week"];
  return [...moves, "1-5 tick", "t today", "Tab questions", "p practise", "u undo", ...ENDING];
}

/** As many hints as fit into a line, always with '?' and 'q'. */
function fitHints(hints: readonly string[], width: number): readonly string[] {
  if (hints.join(GAP).length <= width || hints.length <= ENDING.length) return hints;
  return fitHints([...hints.slice(0, -ENDING.length - 1), ...ENDING], width);
}

type Hint = readonly [keys: string, meaning: string];

function allHints(unicode: boolean): Readonly<Record<string, readonly Hint[]>> {
  const [left, right, up, down] = unicode ? ["←", "→", "↑", "↓"] : ["Left", "Right", "Up", "Down"];
  return {
    Calendar: [
      [`${up} ${down}, k j`, "previous day, next day"],
      [`${left} ${right}, h l`, "previous week, next week"],
      ["1 to 5", "tick or untick a source"],
      ["t", "go to today"],
      ["<, >", "previous year, next year"],
    ],
    Questions: [
      [`${up} ${down}, k j`, "move; also PgUp, PgDn, g, G"],
      ["/, d", "filter by words; due only"],
      ["Enter", "open or close the question"],
      ["1 to 4", "solution, hint, solved, easy"],
      ["0", "remove the mark"],
    ],
    Everywhere: [
      ["Tab", "calendar or questions"],
      ["p", "practise today's plan"],
      ["o, y", "open, copy the link"],
      ["u, r", "undo, redo"],
      ["Ctrl-Z", "to the shell; 'fg' returns"],
      ["q, Ctrl-C", "quit"],
    ],
  };
}
