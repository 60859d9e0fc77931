import { formatDate, type PractisedQuestion, stripControls } from "@dailyleet/core";
import { Box } from "ink";
import { dueDetail, summaryLine } from "../../commands/practice/render.ts";
import { oneLine } from "../../terminal/print.ts";
import { padEnd, truncate } from "../../terminal/width.ts";
import { useSurroundings } from "../desk.ts";
import type { Layout } from "../layout.ts";
import { clampedIndex, countDue, isSaving, shownQuestions, type UiState } from "../state.ts";
import { Line } from "./frame.tsx";

/** Header, footer, heading, filter, and the empty rows between them. */
const OTHER_ROWS = 10;

/** The list, as far as the window has room around the selected question. */
export function QuestionsView({ state, layout }: { readonly state: UiState; readonly layout: Layout }) {
  const { look } = useSurroundings();
  const list = shownQuestions(state);
  const room = layout.height - OTHER_ROWS;
  const selected = clampedIndex(state.list.index, list.length);
  const first = Math.max(0, Math.min(selected - Math.floor(room / 2), list.length - room));
  const practised = state.questions.filter(({ progress }) => progress.state !== "new").length;
  const progress = summaryLine({ practised, total: state.questions.length, due: countDue(state) }, look);
  return (
    <Box flexDirection="column" flexShrink={0} rowGap={1}>
      <Box justifyContent="space-between">
        <Line>{look.paint("bold", "Questions")}</Line>
        <Line>{look.paint("dim", progress)}</Line>
      </Box>
      <Line>{filterText(state, list.length)}</Line>
      <Box flexDirection="column">
        {list.slice(first, first + room).map((entry, index) => (
          <QuestionRow
            key={entry.key}
            entry={entry}
            state={state}
            width={layout.width}
            isSelected={first + index === selected}
          />
        ))}
      </Box>
    </Box>
  );
}

/** 'Filter: tree_', and what it left. */
function filterText({ list, questions }: UiState, count: number): string {
  const parts = [
    list.isTyping || list.filter !== "" ? `Filter: ${stripControls(list.filter)}${list.isTyping ? "_" : ""}` : "",
    list.isDueOnly ? "Only due" : "",
  ].filter((part) => part !== "");
  if (questions.length === 0) return "The list is empty.";
  if (parts.length === 0) return `All ${questions.length} questions`;
  return `${parts.join(", ")} (${count === 0 ? "nothing found" : `${count} of ${questions.length}`})`;
}

interface QuestionRowProps {
  readonly entry: PractisedQuestion;
  readonly state: UiState;
  readonly width: number;
  readonly isSelected: boolean;
}

const STANDING = 16;

/** '> 22  Binary Search   20 days overdue   array, binary search' */
export function QuestionRow({ entry, state, width, isSelected }: QuestionRowProps) {
  const { look } = useSurroundings();
  const { measure, unicode, paint } = look;
  const nameWidth = Math.floor(width * 0.45);
  const fit = (text: string, room: number) =>
    padEnd(truncate(text, room, measure, unicode ? "…" : "..."), room, measure);
  const saving = isSaving(state, { question: entry.key, date: formatDate(state.today) });
  const standing = saving ? "saving" : dueDetail(entry.progress);
  const start = `${pointer(isSelected, unicode)} ${String(entry.number).padStart(3)}  `;
  const name = fit(oneLine(entry.question.name), nameWidth);
  const tags = fit(oneLine(entry.question.tags.join(", ")), width - start.length - nameWidth - STANDING - 4);
  const row = `${start}${name}  ${standingColor(entry, standing.padEnd(STANDING), paint)}  ${paint("dim", tags)}`;
  return <Line>{isSelected ? paint("inverse", `${start}${name}  ${standing.padEnd(STANDING)}  ${tags}`) : row}</Line>;
}

function pointer(isSelected: boolean, unicode: boolean): string {
  if (!isSelected) return " ";
  return unicode ? "›" : ">";
}

function standingColor(
  { progress }: PractisedQuestion,
  text: string,
  paint: (format: "yellow" | "green" | "dim", text: string) => string,
): string {
  if (progress.isDue) return paint("yellow", text);
  return paint(progress.state === "new" ? "dim" : "green", text);
}
