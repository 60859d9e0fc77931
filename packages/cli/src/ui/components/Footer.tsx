import { Box } from "ink";
import type { Look } from "../../terminal/look.ts";
import { oneLine } from "../../terminal/print.ts";
import { wrap } from "../../terminal/width.ts";
import { fitHints, hintsOf } from "../hints.ts";
import type { Layout } from "../layout.ts";
import type { UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

interface FooterProps {
  readonly state: UiState;
  readonly layout: Layout;
}

/** What became of the last key, and the keys. A long message takes the rows of what is above it. */
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

function messageLines({ saving, message }: UiState, { width }: Layout, look: Look): string[] {
  if (saving.length > 0) return [look.unicode ? "Saving…" : "Saving..."];
  return wrap(oneLine(message), width, look.measure).map((line) => line || " ");
}
