import { readFileSync, writeFileSync } from "node:fs";
import { type Figure, formatTarget, formatValue, isMet, type Report } from "./figures.ts";

/** Puts `text` between the lines `<!-- NAME -->` and `<!-- /NAME -->` of a Markdown file. */
export function replaceBetween(file: string, name: string, text: string): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = readFileSync(file, "utf8");
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${file} has no lines '${start}' and '${end}'.`);
  writeFileSync(file, `${before.slice(0, from + start.length)}\n\n${text}\n\n${before.slice(to)}`);
}

export function markdownTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heading), line(heading.map(() => "---")), ...rows.map(line)].join("\n");
}

/** All figures of a part; what misses its target says so. */
export function reportTable({ figures }: Pick<Report, "figures">): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.measure,
    `${isMet(figure) ? "" : "**missed** "}${shownValue(figure)}`,
    formatTarget(figure),
    figure.limit === undefined ? "" : String(figure.limit),
    figure.against ?? "",
    figure.absolute ?? "",
  ]);
  return markdownTable(["what", "measure", "value", "target", "known limit", "against", "absolute"], rows);
}

function shownValue({ value, unit }: Figure): string {
  return formatValue(value, unit) + (unit === "x" ? " ×" : "");
}
