import { once } from "node:events";
import { DailyleetError, stripControls } from "@dailyleet/core";

/**
 * Asks on a terminal and resolves to the typed line, or to false where the input ends, as by Ctrl-D. Rejects with
 * `interrupted` after Ctrl-C: in raw mode it is a key, not a signal.
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
  // Neither Ctrl-D nor Ctrl-C ends the line of the question.
  output.write("\n");
  if (event === "close") return false;
  throw interrupted();
}

function interrupted(): DailyleetError {
  return new DailyleetError("interrupted", "Interrupted; nothing was changed.");
}
