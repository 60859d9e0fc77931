import {
  counted,
  epochDay,
  epochDayOf,
  formatDate,
  MARK_WORDS,
  type Mark,
  markOf,
  marksOf,
  type PractisedQuestion,
} from "@dailyleet/core";
import { Box } from "ink";
import { useEffect } from "react";
import { dueDetail } from "../../commands/practice/render.ts";
import { renderQuestion } from "../../commands/questions/render.ts";
import { oneLine } from "../../terminal/print.ts";
import { useSurroundings } from "../desk.ts";
import type { Layout } from "../layout.ts";
import { isSaving, selectedQuestion, type UiState } from "../state.ts";
import { Line } from "./frame.tsx";

interface QuestionViewProps {
  readonly state: UiState;
  readonly layout: Layout;
  readonly limitScroll: (lines: number) => void;
}

/** Header, footer, the marks, and the empty rows between them. */
const OTHER_ROWS = 10;

/** One question in full, as `questions --show` has it, and how it went. */
export function QuestionView({ state, layout, limitScroll }: QuestionViewProps) {
  const { look } = useSurroundings();
  const entry = selectedQuestion(state);
  const text = entry ? renderQuestion(entry.question, { ...look, columns: layout.width }) : "";
  const lines = text.trimEnd().split("\n");
  const room = layout.height - OTHER_ROWS;
  const last = Math.max(0, lines.length - room);
  const first = Math.min(state.list.scroll, last);
  useEffect(() => {
    if (state.list.scroll > last) limitScroll(last);
  }, [limitScroll, last, state.list.scroll]);
  if (entry === undefined) return <Line>This question is not in the list any more.</Line>;
  const more = `Lines ${first + 1} to ${Math.min(lines.length, first + room)} of ${lines.length}`;
  return (
    <Box flexDirection="column" flexShrink={0} rowGap={1}>
      <Box flexDirection="column" height={room}>
        {lines.slice(first, first + room).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and all move together.
          <Line key={index}>{line === "" ? " " : line}</Line>
        ))}
      </Box>
      <Box flexDirection="column">
        <MarkLine entry={entry} state={state} />
        <Line>{look.paint("dim", last === 0 ? oneLine(entry.key) : more)}</Line>
      </Box>
    </Box>
  );
}

const GIVEN: readonly Mark[] = [1, 2, 3, 4];

interface MarkLineProps {
  readonly entry: PractisedQuestion;
  readonly state: UiState;
}

/** How it stands, and on which day each mark would bring it back. */
export function MarkLine({ entry, state }: MarkLineProps) {
  const { look, nextDue } = useSurroundings();
  const date = formatDate(state.today);
  const cell = { question: entry.key, date };
  const given = markOf(state.marks, cell);
  const own = marksOf(state.marks, entry.key);
  const choices = GIVEN.map((mark) => {
    const text = `${mark} ${MARK_WORDS[mark]} ${look.paint("dim", waitOf(nextDue(own, date, mark), state))}`;
    return mark === given ? look.paint("bold", text) : text;
  });
  return (
    <>
      <Line>{isSaving(state, cell) ? "Saving" : standingText(entry, given)}</Line>
      <Line>{choices.join("  ")}</Line>
    </>
  );
}

/** 'in 8 days' */
function waitOf(due: string | null, { today }: UiState): string {
  return due === null ? "" : `in ${counted(epochDayOf(due) - epochDay(today), "day")}`;
}

function standingText({ progress }: PractisedQuestion, given: Mark): string {
  if (given !== 0) return `Today: ${MARK_WORDS[given]}; comes back on ${progress.due}. 0 removes the mark.`;
  if (progress.due === null) return "New. How did it go?";
  if (progress.isDue) return `${sentence(dueDetail(progress))}. How did it go?`;
  return `${sentence(progress.state)}; comes back on ${progress.due}.`;
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
