// `node scripts/commandReference.ts` writes the commands of the README and of docs/commands.md anew from the command table.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandUnknownOpts } from "commander";
import { ALL } from "../packages/cli/src/allVerbs.ts";
import type { Context } from "../packages/cli/src/context.ts";
import { createProgram } from "../packages/cli/src/program.ts";

const ROOT = join(import.meta.dirname, "..");
const SECTION = /(?<=<!-- commands:begin -->\n).*?(?=<!-- commands:end -->)/s;
const NAME_WIDTH = 14;
const TERM_WIDTH = 22;
/** Every example on a line of its own. */
const WIDE = 200;

interface Section {
  readonly page: string;
  readonly wanted: string;
  readonly found: string;
}

/** The pages' sections as they should be and as they are: what there is, and all of it. */
export function commandReference(): Section[] {
  const program = createProgram({ version: "", env: {} } as Context, ALL);
  return Object.entries({ "README.md": list(program), "docs/commands.md": reference(program) }).map(
    ([page, wanted]) => ({
      page,
      wanted,
      found: SECTION.exec(readFileSync(join(ROOT, page), "utf8"))?.[0] ?? "",
    }),
  );
}

function list(program: CommandUnknownOpts): string {
  const parts = groupsOf(program).map(([heading, commands]) => {
    const rows = commands.map((command) => `  ${command.name().padEnd(NAME_WIDTH)}${command.summary()}`);
    return [heading.replace(":", ""), ...rows].join("\n");
  });
  return `\n${block(parts.join("\n\n"))}\n`;
}

function reference(program: CommandUnknownOpts): string {
  const everywhere = "Every command also takes `-h` (help with examples) and these:";
  const parts = groupsOf(program).map(
    ([heading, commands]) => `## ${heading.replace(":", "")}\n\n${block(commands.map(entry).join("\n\n"))}`,
  );
  return `\n${everywhere}\n\n${block(optionLines(program))}\n${parts.join("\n")}\n`;
}

function groupsOf(program: CommandUnknownOpts): [string, CommandUnknownOpts[]][] {
  return [...Map.groupBy(program.commands, (command) => command.helpGroup())];
}

function block(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\`\n`;
}

/** Synopsis, description, arguments, options and an example. */
function entry(command: CommandUnknownOpts): string {
  const options = optionLines(command);
  const lines = [
    `dailyleet ${synopsis(command)}`,
    `    ${command.description()}`,
    ...command.registeredArguments.map((argument) =>
      line(termOf(argument), command.createHelp().argumentDescription(argument)),
    ),
    ...(options === "" ? [] : [options]),
    ...exampleLines(command),
  ];
  return lines.join("\n");
}

function synopsis(command: CommandUnknownOpts): string {
  const visible = command.options.filter(({ hidden }) => !hidden);
  const options = visible.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
  return [command.name(), ...command.registeredArguments.map(termOf), ...options].join(" ");
}

function termOf(argument: CommandUnknownOpts["registeredArguments"][number]): string {
  const name = argument.name() + (argument.variadic ? "..." : "");
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** `--json` stands in the synopsis alone: it means the same everywhere. */
function optionLines(command: CommandUnknownOpts): string {
  const help = command.createHelp();
  const options = command.options.filter(({ long, hidden }) => long !== "--json" && !hidden);
  return options.map((option) => line(option.flags, help.optionDescription(option))).join("\n");
}

function line(term: string, description: string): string {
  return `    ${term.padEnd(TERM_WIDTH)}${description}`;
}

/** The first example of the help page; they are text at its end. */
function exampleLines(command: CommandUnknownOpts): string[] {
  let page = "";
  command.configureOutput({ writeOut: (text) => (page += text), getOutHelpWidth: () => WIDE });
  command.outputHelp();
  const [, examples = ""] = page.split("Examples:\n");
  const [first = ""] = examples.split("\n");
  return [`    $ ${first.trim()}`];
}

if (import.meta.main) {
  for (const { page, wanted } of commandReference()) {
    const path = join(ROOT, page);
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(SECTION, () => wanted),
    );
  }
}
