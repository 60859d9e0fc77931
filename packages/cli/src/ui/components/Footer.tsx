import { Box } from "ink";
import type { Look } from "../../terminal/look.ts";
import { oneLine } from "../../terminal/print.ts";
import { wrapAtSpaces } from "../../terminal/width.ts";
import { fitHints, hintsOf } from "../hints.ts";
import type { Layout } from "../layout.ts";
import type { UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

interface FooterProps {
  readonly state: UiState;
  readonly layout: Layout;
}

/** What became of the last key, and the keys. */
export function Footer({ state, layout }: FooterProps) {
  const { look } = useSurroundings();
  const hints = fitHints(hintsOf(state, look.unicode), layout.width);
  return (
    <Box flexDirection="column" flexShrink={0}>
      {messageLines(state, layout, look).map((line) => (
        <Line key={line}>{line}</Line>
      ))}
      <Line>{hints.map(([keys, meaning]) => `${look.paint("bold", keys)} ${meaning}`).join("  ")}</Line>
    </Box>
  );
}

function messageLines({ saving, message }: UiState, { width, messageRows }: Layout, look: Look): string[] {
  const ellipsis = look.unicode ? "…" : "...";
  if (saving.length > 0) return [`Saving${ellipsis}`];
  const lines = wrapAtSpaces(oneLine(message), width, look.measure);
  if (lines.length <= messageRows) return lines.map((line) => line || " ");
  return [...lines.slice(0, messageRows - 1), `${lines[messageRows - 1]} ${ellipsis}`];
}
