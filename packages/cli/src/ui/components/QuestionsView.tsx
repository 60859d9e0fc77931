import { stripControls } from "@dailyleet/core";
import { Box } from "ink";
import { summaryLine } from "../../commands/practice/render.ts";
import type { Layout } from "../layout.ts";
import { clampedIndex, countDue, shownQuestions, type UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";
import { QuestionRow } from "./QuestionRow.tsx";

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
