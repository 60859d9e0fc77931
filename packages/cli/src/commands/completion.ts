import { existsSync } from "node:fs";
import {
  type Config,
  configFor,
  DIFFICULTIES,
  MARK_WORDS,
  NO_SETTINGS,
  orElse,
  own,
  parseSource,
  SETTING_OFFERS,
  SOURCE_NUMBERS,
  type Source,
  sourceName,
} from "@dailyleet/core";
import { listProfiles } from "@dailyleet/local";
import { Argument, type CommandUnknownOpts, Option } from "commander";
import type { Context } from "../context.ts";
import { withDatabase } from "../files/database.ts";
import { placesOf } from "../files/directories.ts";
import { knownConfig, loadSite } from "../files/settings.ts";
import { type GlobalOptions, optionsOf, type Program, verbsMeant } from "../terminal/options.ts";
import { addVerb, type CommandContext } from "../verb.ts";
import { CONFIG_KEYS } from "./config.ts";

/**
 * Scripts that a shell runs at its start. At each Tab, the script's function passes the words up to the cursor to
 * `dailyleet completion` and reads one offer a line, or the single line `:files`.
 */
const SCRIPTS = {
  /** For bash 3.2 and later; file names need bash 4. */
  bash: `# Completion of dailyleet for bash. In ~/.bashrc: source <(dailyleet completion bash)
_dailyleet() {
  local IFS=$'\\t' space='\\ ' offers words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  offers=$(dailyleet completion bash "--words=\${words[*]}" 2> /dev/null)
  IFS=$'\\n'
  COMPREPLY=()
  if [[ $offers == :files ]]; then
    compopt -o default 2> /dev/null
  else
    COMPREPLY=($(compgen -W "$offers" -- "\${COMP_WORDS[COMP_CWORD]#=}"))
    COMPREPLY=("\${COMPREPLY[@]// /$space}")
  fi
}
complete -F _dailyleet dailyleet
`,
  zsh: `#compdef dailyleet
# Completion of dailyleet for zsh. In ~/.zshrc, after compinit: source <(dailyleet completion zsh)
_dailyleet() {
  local offers
  offers=$(dailyleet completion zsh "--words=\${(pj:\\t:)words[2,CURRENT]}" 2> /dev/null)
  compset -P '--*='
  if [[ $offers == :files ]]; then
    _files
  elif [[ -n $offers ]]; then
    local -a values=("\${(@f)offers}")
    _describe value values
  fi
}
if [ "$funcstack[1]" = _dailyleet ]; then
  _dailyleet "$@"
else
  compdef _dailyleet dailyleet
fi
`,
  fish: `# Completion of dailyleet for fish. In ~/.config/fish/config.fish: dailyleet completion fish | source
function __dailyleet_offers
    set -l current (commandline -ct)
    set -l words (string join \\t -- (commandline -opc)[2..-1] "$current")
    set -l offers (dailyleet completion fish "--words=$words" 2> /dev/null)
    if test "$offers" = :files
        complete -C "'' $current"
    else
        string join \\n -- $offers
    end
end
complete -c dailyleet -f -a '(__dailyleet_offers)'
`,
};

type Shell = keyof typeof SCRIPTS;

interface CompletionOptions extends GlobalOptions {
  readonly shell: Shell;
  /** The words on the command line, separated by tabs; undefined: print the script. */
  readonly words: string | undefined;
}

const SHELLS = ["bash", "zsh", "fish"] as const;

export function registerCompletion(program: Program, context: CommandContext, createFull: () => Program): void {
  addVerb(program, context, "completion", {
    summary: "set up tab completion",
    description: "Print a script that completes commands, options and values in your shell.",
    examples: {
      "source <(dailyleet completion bash)": "in ~/.bashrc",
      "source <(dailyleet completion zsh)": "in ~/.zshrc, after compinit",
      "dailyleet completion fish | source": "in ~/.config/fish/config.fish",
    },
    needs: { config: "own", data: false },
  })
    .addArgument(new Argument("<shell>", "your shell").choices(SHELLS))
    .addOption(new Option("--words <words>", "what the script passes: the words up to the cursor, by tabs").hideHelp())
    .action((shell, _options, command) => runCompletion(context, { ...optionsOf(command), shell }, createFull));
}

async function runCompletion(
  context: Context,
  { shell, words, profile }: CompletionOptions,
  createFull: () => Program,
): Promise<void> {
  if (words === undefined) return context.stdout.write(SCRIPTS[shell]);
  // Readline breaks '--option=value' and addresses into words.
  const line = (shell === "bash" ? words.replace(/\t?([:=]+)\t?/g, "$1") : words).split("\t");
  const current = line.pop() ?? "";
  const offers = await offersFor({ context, program: createFull(), profile }, line, current);
  const [option = ""] = JOINED.exec(current) ?? [];
  const rows = offers?.map((offer) => ROWS[shell](offer, option)) ?? [":files"];
  context.stdout.write(rows.map((row) => `${row}\n`).join(""));
}

/** Neither text has a tab or a newline. `word` may have spaces, but no other character special to a shell. */
interface Offer {
  readonly word: string;
  readonly meaning: string;
}

/** An option joined with its value, such as '--list=neetcode150'. */
const JOINED = /^(--[^=]*)=/;

/** An offer as each shell reads it. fish replaces the whole word, so its offer includes `option`, such as '--list='. */
const ROWS: Readonly<Record<Shell, (offer: Offer, option: string) => string>> = {
  bash: ({ word }) => word,
  zsh: ({ word, meaning }) => `${word}:${meaning}`,
  fish: ({ word, meaning }, option) => `${option}${word}\t${meaning}`,
};

/**
 * Offers for `current`, the word under the cursor, after the words `before`. Null: let the shell complete file names.
 */
async function offersFor(
  { context, program, profile }: { context: Context; program: CommandUnknownOpts; profile: string | undefined },
  before: readonly string[],
  current: string,
): Promise<readonly Offer[] | null> {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const options = [program, ...commands].flatMap((command) => help.visibleOptions(command));
  const { args, option } = parse(before, current, options);
  const [name, ...given] = args;
  const valuesFor = async (placeholder: string, choices?: readonly string[]) => {
    if (choices) return offersOf(choices, placeholder);
    if (FILES.includes(placeholder)) return null;
    const offers = (await VALUES[placeholder]?.(context, configAtTab(context, profile), given)) ?? [];
    return CASELESS.includes(placeholder) ? offers.map((offer) => inCaseOf(current, offer)) : offers;
  };
  if (option) return valuesFor(/[<[](.+)[>\]]/.exec(option.flags)?.[1] ?? "", option.argChoices);
  const meant = verbsMeant(
    commands.map((command) => command.name()),
    name ?? "",
  );
  const verb = meant.length === 1 ? commands.find((command) => command.name() === meant[0]) : undefined;
  if (current.startsWith("-"))
    return flagOffers(...help.visibleOptions(verb ?? program), ...(verb ? program.options : []));
  const verbs = commands.map((command) => ({ word: command.name(), meaning: help.subcommandDescription(command) }));
  if (name === undefined) return verbs;
  const places = verb?.registeredArguments ?? [];
  const argument = places[given.length] ?? places.find(({ variadic }) => variadic);
  const placeholder = argument ? argument.name() + (argument.variadic ? "..." : "") : "";
  return placeholder === "command" ? verbs : valuesFor(placeholder, argument?.argChoices);
}

/** The defaults when the configuration has a fault: a Tab reports none. */
function configAtTab(context: Context, profile: string | undefined): Config {
  return orElse(configFor(loadSite(context).site, NO_SETTINGS), () => knownConfig(context, { profile }));
}

const FILES = ["file", "directory"];
/** Placeholders whose values are matched without regard to case. */
const CASELESS = ["source", "source...", "source-or-question", "difficulty", "mark"];

/** Keeps what the person typed: 'Le' is offered as 'Leetcode', because shells compare offers with regard to case. */
function inCaseOf(current: string, { word, meaning }: Offer): Offer {
  const isBegun = word.toLowerCase().startsWith(current.toLowerCase());
  return { word: isBegun ? current + word.slice(current.length) : word, meaning };
}

/** Splits the words into arguments and options. `option` is the option whose value is under the cursor. */
function parse(before: readonly string[], current: string, options: readonly Option[]) {
  const taking = options.filter(({ required, optional }) => required || optional);
  const named = (name: string) => taking.find(({ short, long }) => [short, long].includes(name));
  const args: string[] = [];
  let option: Option | undefined;
  for (const word of before) {
    if (option) option = undefined;
    else if (word.startsWith("-")) option = named(word);
    else args.push(word);
  }
  return { args, option: option ?? named(JOINED.exec(current)?.[1] ?? "") };
}

function flagOffers(...options: readonly Option[]): Offer[] {
  return options.flatMap(({ short, long, description }) =>
    [short, long].flatMap((word) => (word === undefined ? [] : { word, meaning: description })),
  );
}

type ReadOffers = (
  context: Context,
  config: Config,
  given: readonly string[],
) => readonly Offer[] | Promise<readonly Offer[]>;

/** Offers by placeholder, for options and arguments that declare no choices. */
const VALUES: Readonly<Record<string, ReadOffers>> = {
  source: (_, config) => sourceOffers(config.sources),
  "source-or-question": (_, config) => sourceOffers(config.sources),
  "source...": (_, config) => [...sourceOffers(config.sources), { word: "all", meaning: "all five sources" }],
  name: profileOffers,
  "profile...": profileOffers,
  setting: () => offersOf(CONFIG_KEYS, "setting"),
  "value...": (_context, _config, given) => offersOf(settingValues(given), "value"),
  day: () => offersOf(["none"], "no plan"),
  difficulty: () =>
    offersOf(
      DIFFICULTIES.map((name) => name.toLowerCase()),
      "difficulty",
    ),
  mark: () => offersOf([...MARK_WORDS.slice(1), MARK_WORDS[0]], "mark"),
};

function settingValues([key = "", value]: readonly string[]): readonly string[] {
  // `plan` is changed by a command of its own.
  return value === undefined && key !== "plan" ? [...(own(SETTING_OFFERS, key) ?? []), "none"] : [];
}

function offersOf(words: readonly string[], meaning: string): Offer[] {
  return words.map((word) => ({ word, meaning }));
}

/** Never creates a database. */
async function profileOffers(context: Context, config: Config): Promise<Offer[]> {
  if (config.firebase || !existsSync(placesOf(context).databaseFile)) return [];
  const names = (await withDatabase(context, "read", listProfiles)).map(({ name }) => name);
  return offersOf(
    names.filter((name) => PLAIN_NAME.test(name)),
    "profile",
  );
}

/** A word that needs no quotes in a shell. */
const PLAIN_WORD = /^[\p{L}\p{N}][\p{L}\p{N}._-]*/u;
/** Plain words, separated by single spaces. */
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]*(?: [\p{L}\p{N}._-]+)*$/u;

/** The first word of each source's name, in lower case, if it is unambiguous. */
function sourceOffers(sources: readonly Source[]): Offer[] {
  return SOURCE_NUMBERS.flatMap((source) => {
    const [word = ""] = PLAIN_WORD.exec(sourceName(sources, source).toLowerCase()) ?? [];
    const isItsName = orElse(null, () => parseSource(word, sources)) === source;
    return isItsName ? [{ word, meaning: `source ${source}` }] : [];
  });
}
