/** One measured number. */
export interface Figure {
  /** Such as 'tick' or 'calendar: toggle'. */
  readonly name: string;
  readonly value: number;
  /** 'x' is a ratio. */
  readonly unit: "x" | "ms" | "B" | "/s" | "$" | "";
  /** Such as the absolute time, which depends on the machine, and the baseline of a ratio. */
  readonly detail?: string;
  readonly target?: Target;
}

export interface Target {
  readonly is: "≤" | "≥";
  readonly value: number;
}

export const atMost = (value: number): Target => ({ is: "≤", value });
export const atLeast = (value: number): Target => ({ is: "≥", value });

export function isMet({ value, target }: Figure): boolean {
  if (target === undefined) return true;
  return target.is === "≤" ? value <= target.value : value >= target.value;
}

/** The figures of one part of the bench, and the versions of the compared programs. */
export interface Report {
  readonly part: string;
  readonly figures: readonly Figure[];
  readonly versions: Readonly<Record<string, string>>;
}

export interface BenchOptions {
  /** Fewer rounds and smaller sizes: shows that the bench works, not how fast the program is. */
  readonly isQuick: boolean;
}

/** A part as Markdown; a missed target is marked. */
export function tableOf({ part, figures, versions }: Report): string {
  const rows = figures.map((figure) => {
    const { name, value, unit, target, detail = "" } = figure;
    const wanted = target ? `${target.is} ${target.value}${isMet(figure) ? "" : " **missed**"}` : "";
    return [name, formatValue(value, unit), wanted, detail];
  });
  const heading = ["", "value", "target", "detail"];
  const lines = [heading, heading.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const compared = Object.entries(versions).map(([name, version]) => `${name} ${version.replace(/^v/, "")}`);
  return [`### ${part}`, "", ...lines, "", `${compared.join(", ")}.`].join("\n");
}

function formatValue(value: number, unit: Figure["unit"]): string {
  const text = Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
  if (unit === "$") return `$ ${text}`;
  return unit === "" ? text : `${text} ${unit === "x" ? "×" : unit}`;
}
