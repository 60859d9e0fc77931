import { once } from "node:events";
import { DailyleetError } from "@dailyleet/core";

/** How long to wait for a reply, also over a slow line: the shell would take a later one for input. */
const REPLY_MS = 400;
/** Queries the device attributes: nearly every terminal replies, after its reply to the query before. */
const DEVICE_ATTRIBUTES = "\u001b[c";
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what a terminal replies.
const DEVICE_REPLY = /\u001b\[\?[\d;]*c/;
const CTRL_C = "\u0003";

/** As `Context.queryTerminal`. */
export function queryOn(input: NodeJS.ReadStream, output: NodeJS.WriteStream, query: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = "";
    const end = () => {
      clearTimeout(timer);
      input.off("data", read).setRawMode(false).off("error", giveUp);
      input.pause().unref();
      resolve(reply);
    };
    const read = (chunk: Buffer | string) => {
      reply += chunk;
      if (reply.includes(CTRL_C)) reject(interrupted());
      if (reply.includes(CTRL_C) || DEVICE_REPLY.test(reply)) end();
    };
    // The terminal may belong to another program by now; the time limit ends the wait.
    const giveUp = () => {};
    const timer = setTimeout(end, REPLY_MS);
    input.on("data", read).on("error", giveUp).setRawMode(true);
    output.write(query + DEVICE_ATTRIBUTES);
  });
}

/**
 * Asks on a terminal and resolves to the typed line, or to false where the input ends, as by Ctrl-D. Rejects with
 * `interrupted` after Ctrl-C, which is a key here and not a signal.
 */
export async function askOn(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
): Promise<string | false> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input, output, prompt: question });
  lines.prompt();
  const firstOf = (events: string[]) =>
    Promise.race(events.map(async (event) => ({ event, args: await once(lines, event) })));
  const { event, args } = await firstOf(["line", "close", "SIGINT"]);
  lines.close();
  if (event === "line") return args[0];
  // Neither key ends the line of the question.
  output.write("\n");
  if (event === "close") return false;
  throw interrupted();
}

function interrupted(): DailyleetError {
  return new DailyleetError("interrupted", "Interrupted; nothing was changed.");
}
