/** One measured number. */
export interface Figure {
  /** What was run: 'tick, local'. */
  readonly name: string;
  /** What was measured of it: 'time', 'peak memory'. */
  readonly measure: string;
  readonly value: number;
  /** 'x' is a ratio to `against`. */
  readonly unit: "x" | "ms" | "µs" | "MB" | "kB" | "B" | "/s" | "$" | "";
  /** What a ratio is to. */
  readonly against?: string;
  /** The same in absolute terms, for the reader; it depends on the machine. */
  readonly absolute?: string;
  readonly target?: Target;
  /** What is known to be possible. */
  readonly limit?: number;
}

export interface Target {
  readonly is: "at most" | "at least";
  readonly value: number;
}

export const atMost = (value: number): Target => ({ is: "at most", value });
export const atLeast = (value: number): Target => ({ is: "at least", value });

export function isMet({ value, target }: Figure): boolean {
  if (target === undefined) return true;
  return target.is === "at most" ? value <= target.value : value >= target.value;
}

/** What one part of the bench found, and where. */
export interface Report {
  readonly part: string;
  readonly figures: readonly Figure[];
  /** Program → version, of everything that was compared. */
  readonly versions: Readonly<Record<string, string>>;
}

export function formatValue(value: number, unit: Figure["unit"]): string {
  const text = Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
  if (unit === "$") return `$ ${text}`;
  return unit === "" || unit === "x" ? text : `${text} ${unit}`;
}

export function formatTarget({ target, unit }: Figure): string {
  if (target === undefined) return "";
  return `${target.is === "at most" ? "≤" : "≥"} ${formatValue(target.value, unit)}`;
}

/** The figures as lines of text, every missed target marked. */
export function formatReport({ part, figures }: Report): string {
  const rows = figures.map((figure) => [
    isMet(figure) ? "" : "MISSED",
    figure.name,
    figure.measure,
    formatValue(figure.value, figure.unit) + (figure.unit === "x" ? " ×" : ""),
    formatTarget(figure),
    figure.against ?? "",
    figure.absolute ?? "",
  ]);
  const heading = ["", part, "what", "value", "target", "against", "absolute"];
  const widths = heading.map((_, column) => Math.max(...[heading, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return [heading, ...rows].map((row) => line(row).trimEnd()).join("\n");
}

export interface BenchOptions {
  /** Fewer rounds and smaller sizes: shows that it works, not how fast. */
  readonly isQuick: boolean;
}
