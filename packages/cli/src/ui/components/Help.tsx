import { Box } from "ink";
import { allHints } from "../hints.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

const KEYS_WIDTH = 22;

/** Every key. */
export function Help() {
  const { look } = useSurroundings();
  return (
    <Box flexDirection="column" flexShrink={0} rowGap={1}>
      {Object.entries(allHints(look.unicode)).map(([heading, hints]) => (
        <Box key={heading} flexDirection="column">
          <Line>{look.paint("bold", heading)}</Line>
          {hints.map(([keys, meaning]) => (
            <Line key={keys}>{`  ${keys.padEnd(KEYS_WIDTH)}${meaning}`}</Line>
          ))}
        </Box>
      ))}
    </Box>
  );
}
