import { stripControls } from "@dailyleet/core";
import { Box, Text } from "ink";
import { fitHints, hintsOf } from "../hints.ts";
import type { UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

/** What became of the last key, in as many lines as that takes, and the keys. */
export function Footer({ state, width }: { readonly state: UiState; readonly width: number }) {
  const { look } = useSurroundings();
  const hints = fitHints(hintsOf(state, look.unicode), width).map(
    ([keys, meaning]) => `${look.paint("bold", keys)} ${meaning}`,
  );
  const message = state.saving.length > 0 ? `Saving${look.unicode ? "…" : "..."}` : stripControls(state.message);
  return (
    <Box flexDirection="column">
      <Text wrap="wrap">{message === "" ? " " : message}</Text>
      <Line>{hints.join("  ")}</Line>
    </Box>
  );
}
