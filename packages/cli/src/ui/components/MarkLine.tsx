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
import { dueDetail } from "../../commands/practice/render.ts";
import { isSaving, type UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

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
  if (given !== 0) return `Today: ${MARK_WORDS[given]}; it comes back on ${progress.due}. 0 takes that back.`;
  if (progress.due === null) return "New. How did it go?";
  if (progress.isDue) return `${sentence(dueDetail(progress))}. How did it go?`;
  return `${sentence(progress.state)}; it comes back on ${progress.due}.`;
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
