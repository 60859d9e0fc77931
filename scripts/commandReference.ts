// `node scripts/commandReference.ts` rewrites the command lists in README.md and docs/commands.md from the program.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandUnknownOpts } from "commander";
import { createFullProgram } from "../packages/cli/src/program.ts";
import type { CommandContext } from "../packages/cli/src/verb.ts";

const ROOT = join(import.meta.dirname, "..");
const SECTION = /(?<=<!-- commands:begin -->\n).*?(?=<!-- commands:end -->)/s;
const NAME_WIDTH = 14;
const TERM_WIDTH = 22;

interface Section {
  readonly page: string;
  readonly wanted: string;
  readonly found: string;
}

/** The generated sections of both pages, as wanted and as found. */
export function commandReference(): Section[] {
  const program = createFullProgram({ version: "", env: {} } as CommandContext);
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

/** Describes an option that several commands share once, at the top; each command's synopsis names it. */
function reference(program: CommandUnknownOpts): string {
  const lines = program.commands.map(optionLines);
  const counts = Map.groupBy(lines.flat(), (text) => text);
  const shared = [...counts].filter(([, found]) => found.length > 1).map(([text]) => text);
  const top = [...optionLines(program), ...shared].join("\n");
  const parts = groupsOf(program).map(
    ([heading, commands]) =>
      `## ${heading.replace(":", "")}\n\n${block(commands.map((command) => entry(command, shared)).join("\n\n"))}`,
  );
  return `\n${block(top)}\n${parts.join("\n")}\n`;
}

function groupsOf(program: CommandUnknownOpts): [string, CommandUnknownOpts[]][] {
  return [...Map.groupBy(program.commands, (command) => command.helpGroup())];
}

function block(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\`\n`;
}

/** The command's synopsis, description, arguments and unshared options. */
function entry(command: CommandUnknownOpts, shared: readonly string[]): string {
  return [
    synopsis(command),
    `    ${command.description()}`,
    ...command.registeredArguments.map((argument) =>
      line(termOf(argument), command.createHelp().argumentDescription(argument)),
    ),
    ...optionLines(command).filter((text) => !shared.includes(text)),
  ].join("\n");
}

function synopsis(command: CommandUnknownOpts): string {
  const visible = command.options.filter(({ long, hidden }) => long !== "--json" && !hidden);
  const options = visible.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
  return [command.name(), ...command.registeredArguments.map(termOf), ...options].join(" ");
}

function termOf(argument: CommandUnknownOpts["registeredArguments"][number]): string {
  const name = argument.name() + (argument.variadic ? "..." : "");
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Leaves out `--json`, which nearly every command takes. */
function optionLines(command: CommandUnknownOpts): string[] {
  const help = command.createHelp();
  const options = command.options.filter(({ long, hidden }) => long !== "--json" && !hidden);
  return options.map((option) => line(option.flags, help.optionDescription(option)));
}

function line(term: string, description: string): string {
  return `    ${`${term} `.padEnd(TERM_WIDTH)}${description}`;
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
