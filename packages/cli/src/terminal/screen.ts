import { once } from "node:events";
import { type DailyleetError, interruptedError, stripControls } from "@dailyleet/core";

/**
 * Asks on a terminal. Resolves to the typed line, or to false at the end of input (Ctrl-D). Rejects with `interrupted`
 * after Ctrl-C, which is a key in raw mode, not a signal.
 */
export async function askOn(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string | false> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input, output, prompt: stripControls(question) });
  lines.prompt();
  const firstOf = (events: string[]) =>
    Promise.race(events.map(async (event) => ({ event, args: await once(lines, event) })));
  const { event, args } = await firstOf(["line", "close", "SIGINT"]);
  lines.close();
  if (event === "line") return args[0];
  // Ctrl-D and Ctrl-C leave the cursor on the question's line.
  output.write("\n");
  if (event === "close") return false;
  throw interrupted();
}

function interrupted(): DailyleetError {
  return interruptedError("Interrupted; nothing was changed.");
}
