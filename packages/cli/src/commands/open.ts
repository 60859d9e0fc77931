import {
  type Config,
  type DailyleetError,
  findQuestion,
  fold,
  isDailyleetError,
  type ListedQuestion,
  matchQuestions,
  parseSource,
  type Question,
  type Source,
  type SourceNumber,
  slugOf,
  unavailableError,
  usageError,
  webLink,
} from "@dailyleet/core";
import type { Context } from "../context.ts";
import { keptProblems } from "../judges/kept.ts";
import { NO_BROWSER, openInBrowser } from "../terminal/browser.ts";
import {
  type CommonOptions,
  HELP,
  type ListOptions,
  OPTION,
  optionsOf,
  type Program,
  withList,
} from "../terminal/options.ts";
import { oneLine, printJson, printNotes, shellWord } from "../terminal/output.ts";
import { loadSheet } from "../tracker/list.ts";
import { addVerb, type CommandContext } from "../verb.ts";

interface OpenOptions extends CommonOptions, ListOptions {
  readonly what: string;
  readonly print: true | undefined;
}

export function registerOpen(program: Program, context: CommandContext): void {
  addVerb(program, context, "open", {
    summary: "open a source or a question in the browser",
    description: "Open a source's page or a question in the browser; a number that means both is asked about.",
    examples: {
      "dailyleet open leetcode": "LeetCode's problems, or today's (see 'config problems')",
      "dailyleet open two-sum": "a question",
      "dailyleet open leetcode --print": "its address",
    },
  })
    .argument("<source-or-question>", `${HELP.source}; a question: ${HELP.question}`)
    .option("--print", "print the address only")
    .addOption(OPTION.list)
    .addOption(OPTION.json)
    .action((what, _options, command) => runOpen(context, { ...optionsOf(command), what }));
}

async function runOpen(context: CommandContext, options: OpenOptions): Promise<void> {
  const found = await findPage(context, withList(context.config(), options), options.what);
  const address = new URL(found.url).href;
  if (options.json) printJson(context, { version: 1, ...found, url: address });
  else context.stdout.write(`${address}\n`);
  if (!options.print && !(await openInBrowser(context, address))) {
    throw unavailableError(NO_BROWSER);
  }
}

async function findPage(context: Context, config: Config, text: string) {
  const sources = config.sources;
  const source = readSource(text, sources);
  if (typeof source !== "number") {
    return findLink(context, config, text, source);
  }
  const { name = "", url = "" } = sources[source - 1] ?? {};
  const question = /^\d$/.test(text.trim()) ? await askForQuestion(context, config, source, name) : null;
  return question ?? { source, name, url: (await dailyLink(context, config, sources[source - 1])) ?? url };
}

/** The page of the site's problem of the day, if the person has turned `problems` on and the site has one. */
async function dailyLink(
  context: Context,
  { problems }: Config,
  source: Source | undefined,
): Promise<string | undefined> {
  if (source === undefined || !problems) return undefined;
  const { openJudges } = await import("../judges/ask.ts");
  const judges = openJudges(context);
  printNotes(context, [...judges.notes, ...(await judges.askProblems([source]))]);
  return keptProblems(context, [source])[0]?.link;
}

function readSource(text: string, sources: readonly Source[]): SourceNumber | DailyleetError {
  try {
    return parseSource(text, sources);
  } catch (error) {
    if (isDailyleetError(error)) return error;
    throw error;
  }
}

/** Asks whether a number means the source or the question. Null for the source. Throws `usage` without a terminal. */
async function askForQuestion(context: Context, config: Config, source: SourceNumber, name: string) {
  const question = await findNumbered(context, config, source);
  if (question === null) return null;
  const [site, title] = [oneLine(name), oneLine(question.name)];
  const answer = await context.ask(`Open the source ${site} or the question ${title}? [s/q] `);
  const word = answer ? fold(answer) : "";
  if (word !== "" && "source".startsWith(word)) return null;
  if (word !== "" && "question".startsWith(word)) return question.page();
  const [first, second] = [name.toLowerCase(), question.word].map((text) => `'dailyleet open ${shellWord(text)}'`);
  const sentence = `'${source}' is both the source ${site} and the question ${title}; use ${first} or ${second}.`;
  throw usageError(sentence);
}

/** Throws `usage`, with the message of `noSource` if the text names neither a source nor a question. */
async function findLink(context: Context, config: Config, text: string, noSource: DailyleetError) {
  const { questions } = await loadSheet(context, config);
  if (matchQuestions(questions, text).length === 0) {
    const advice = "or a question by its number, its link or more of its name";
    throw usageError(`${noSource.message.replace(/\.$/, "")}; ${advice}.`);
  }
  return pageOf(findQuestion(questions, text));
}

/** The question with this number. Null if there is none, or no list. */
async function findNumbered(context: Context, config: Config, number: number) {
  const questions = await knownQuestions(context, config);
  const [found] = matchQuestions(questions, String(number));
  if (found === undefined) return null;
  const slug = slugOf(found.key) ?? "";
  const isItsName = matchQuestions(questions, slug).length === 1;
  return { name: found.question.name, word: isItsName ? slug : found.question.link, page: () => pageOf(found) };
}

/** Uses the last download, however old. Empty if the list can't be read. */
async function knownQuestions(context: Context, config: Config): Promise<readonly Question[]> {
  try {
    return (await loadSheet(context, config, Number.POSITIVE_INFINITY)).questions;
  } catch (error) {
    if (isDailyleetError(error)) return [];
    throw error;
  }
}

function pageOf({ question: { name, link }, number }: ListedQuestion) {
  const url = webLink(link)?.href;
  if (url === undefined) throw usageError(`The link of '${name}' is not a web address.`);
  return { question: number, name, url };
}
