import { DailyleetError, parseSource, type Source, sourcesOf } from "@dailyleet/core";
import type { Context, Env } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import {
  type CommonOptions,
  examples,
  JSON_OPTION,
  optionsOf,
  type Program,
  SOURCE_HELP,
} from "../terminal/options.ts";
import { printJson } from "../terminal/output.ts";

interface OpenOptions extends CommonOptions {
  readonly source: string;
  readonly print: true | undefined;
}

export function registerOpen(program: Program, context: Context): void {
  program
    .command("open")
    .summary("open a source in the browser")
    .description("Open a source's page in the browser.")
    .argument("<source>", SOURCE_HELP)
    .option("--print", "print the address only")
    .addOption(JSON_OPTION)
    .addHelpText(
      "after",
      examples(["dailyleet open 1", "LeetCode's problems"], ["dailyleet open 1 --print", "its address"]),
    )
    .action((source, _options, command) => runOpen(context, { ...optionsOf(command), source }));
}

async function runOpen(context: Context, options: OpenOptions): Promise<void> {
  const sources = sourcesOf(loadConfig(context));
  const number = parseSource(options.source, sources);
  const { name, url } = sources[number - 1] as Source;
  const address = new URL(url).href;
  if (options.json) printJson(context, { version: 1, source: number, name, url: address });
  else context.stdout.write(`${address}\n`);
  if (!options.print && !(await openInBrowser(context, address))) {
    throw new DailyleetError("unavailable", NO_BROWSER);
  }
}

/** What to say where it does not work; the address has been printed by then. */
export const NO_BROWSER = "Can't start a browser; open the address above yourself.";

/** Hands a web address to the person's browser and resolves to whether that works. */
export function openInBrowser({ env, platform, start }: Context, address: string): Promise<boolean> {
  if (platform === "win32") return start(openerOfWindows(env), ["url.dll,FileProtocolHandler", address]);
  return start(platform === "darwin" ? "open" : "xdg-open", [address]);
}

/** With its path: for a bare name Windows looks in the current directory first. */
function openerOfWindows({ SystemRoot = "C:\\Windows" }: Env): string {
  return `${SystemRoot}\\System32\\rundll32.exe`;
}
