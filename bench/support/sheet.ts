import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SHEET_PREFIX, SHEET_SUFFIX } from "@dailyleet/core";

const BUNDLED = join(import.meta.dirname, "../../site/public/questions.gviz.txt");

/** The bundled sheet, its rows repeated under numbered names and links until there are `rows` of them. */
export function sheetOf(rows: number): string {
  const text = readFileSync(BUNDLED, "utf8");
  const answer = JSON.parse(text.slice(SHEET_PREFIX.length, -SHEET_SUFFIX.length));
  const templates = answer.table.rows as { c: { v: unknown }[] }[];
  answer.table.rows = Array.from({ length: rows }, (_, index) => {
    const cells = templates[index % templates.length]?.c ?? [];
    const numbered = (cell: { v: unknown } | undefined, separator: string) => ({ v: `${cell?.v}${separator}${index}` });
    return { c: cells.map((cell, at) => (at === 1 ? numbered(cell, " ") : at === 2 ? numbered(cell, "?n=") : cell)) };
  });
  return SHEET_PREFIX + JSON.stringify(answer) + SHEET_SUFFIX;
}
