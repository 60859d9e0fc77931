import { Help } from "commander";
import type { Output } from "../context.ts";
import { labelled } from "./labelled.ts";
import { USUAL_COLUMNS } from "./output.ts";

const MIN_COLUMNS = 20;

export function helpColumns(output: Output): number {
  const columns = output.columns();
  return Number.isFinite(columns) ? Math.max(columns, MIN_COLUMNS) : USUAL_COLUMNS;
}

/** A term of a help page with its meaning. */
export function helpItem(term: string, termWidth: number, meaning: string, columns: number): string {
  const label = `  ${term.padEnd(termWidth)}  `;
  return labelled(label, label.length, meaning, columns, (text) => text.length);
}

/** Commander's help pages, which are made for 65 columns or more, broken between words in any terminal. */
export const helpStyle: Partial<Help> & ThisType<Help> = {
  minWidthToWrap: MIN_COLUMNS,
  formatItem(term, termWidth, description) {
    return description ? helpItem(term, termWidth, description, this.helpWidth ?? USUAL_COLUMNS) : `  ${term}`;
  },
  formatHelp(command, helper) {
    const page = Help.prototype.formatHelp.call(this, command, helper);
    const options = command.parent?.options.filter(({ long }) => long !== "--version").map(({ flags }) => flags);
    if (options === undefined) return page;
    const line = `Global options: ${options.join(", ")} (see 'dailyleet --help')`;
    return `${page}\n${this.boxWrap(line, this.helpWidth ?? USUAL_COLUMNS)}\n`;
  },
  styleUsage(usage) {
    const indent = " ".repeat("Usage: ".length);
    return this.boxWrap(usage, (this.helpWidth ?? USUAL_COLUMNS) - indent.length).replaceAll("\n", `\n${indent}`);
  },
};
