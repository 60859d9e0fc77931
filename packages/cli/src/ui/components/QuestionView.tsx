import { Box } from "ink";
import { useEffect } from "react";
import { renderQuestion } from "../../commands/questions/render.ts";
import { oneLine } from "../../terminal/print.ts";
import type { Layout } from "../layout.ts";
import { selectedQuestion, type UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";
import { MarkLine } from "./MarkLine.tsx";

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
