import { type Config, DailyleetError, hasCode, parseSource, sourcesOf } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import {
  addVerb,
  type CommonOptions,
  HELP,
  type ListOptions,
  OPTION,
  optionsOf,
  type Program,
  withList,
} from "../terminal/options.ts";
import { printJson } from "../terminal/output.ts";

interface OpenOptions extends CommonOptions, ListOptions {
  readonly what: string;
  readonly print: true | undefined;
}

export function registerOpen(program: Program, context: Context): void {
  addVerb(program, "open", {
    summary: "open a source or a question in the browser",
    description: "Open a source's page or a question in the browser; 1 to 5 are the sources.",
    examples: {
      "dailyleet open 1": "LeetCode's problems",
      "dailyleet open two-sum": "a question",
      "dailyleet open 1 --print": "its address",
    },
  })
    .argument("<source-or-question>", `${HELP.source}; a question: ${HELP.question}`)
    .option("--print", "print the address only")
    .addOption(OPTION.list)
    .addOption(OPTION.json)
    .action((what, _options, command) => runOpen(context, { ...optionsOf(command), what }));
}

async function runOpen(context: Context, options: OpenOptions): Promise<void> {
  const found = await findPage(context, withList(loadConfig(context), options), options.what);
  const address = new URL(found.url).href;
  if (options.json) printJson(context, { version: 1, ...found, url: address });
  else context.stdout.write(`${address}\n`);
  if (!options.print && !(await openInBrowser(context, address))) {
    throw new DailyleetError("unavailable", NO_BROWSER);
  }
}

async function findPage(context: Context, config: Config, text: string) {
  const sources = sourcesOf(config);
  try {
    const source = parseSource(text, sources);
    const { name = "", url = "" } = sources[source - 1] ?? {};
    return { source, name, url };
  } catch (error) {
    if (!hasCode(error, "usage")) throw error;
    const { findLink } = await import("./questions/practice.ts");
    return findLink(context, config, text, error);
  }
}

/** For a person who has been shown the address. */
export const NO_BROWSER = "Can't start a browser; open the address above yourself.";

/** Hands a web address to the person's browser and resolves to whether that works. */
export function openInBrowser({ env, platform, start }: Context, address: string): Promise<boolean> {
  if (platform !== "win32") return start(platform === "darwin" ? "open" : "xdg-open", [address]);
  // A full path: Windows looks for a bare name in the current directory first.
  const { SystemRoot = "C:\\Windows" } = env;
  return start(`${SystemRoot}\\System32\\rundll32.exe`, ["url.dll,FileProtocolHandler", address]);
}
