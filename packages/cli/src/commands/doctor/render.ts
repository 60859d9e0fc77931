import { labelled } from "../../terminal/labelled.ts";
import type { Look } from "../../terminal/look.ts";
import { oneLine } from "../../terminal/print.ts";
import type { Finding } from "./finding.ts";

const COLORS = { ok: "green", hint: "yellow", mend: "red" } as const;
/** As people read them; the JSON keeps its own words. */
const STATE_NAMES = { ok: "ok", hint: "hint", mend: "problem" } as const;
const STATE_WIDTH = 9;
const CHECK_WIDTH = 15;
const LABEL_WIDTH = STATE_WIDTH + CHECK_WIDTH;

/** A line for each finding, and one more for what to do. */
export function renderFindings(findings: readonly Finding[], look: Look): string {
  return findings
    .map(({ check, state, found, advice }) => {
      const name = STATE_NAMES[state];
      const painted = look.paint(COLORS[state], name) + " ".repeat(STATE_WIDTH - name.length);
      const label = painted + check.padEnd(CHECK_WIDTH);
      const text = oneLine(found) + (advice === null ? "" : `\nfix: ${oneLine(advice)}`);
      return `${labelled(label, LABEL_WIDTH, text, look.columns, look.measure)}\n`;
    })
    .join("");
}

/** What `renderFindings` measures. */
export function textsOf(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ found, advice }) => [found, advice ?? ""]);
}

export function findingsJson(findings: readonly Finding[]): object {
  return { version: 1, ok: !needsMending(findings), findings };
}

export function needsMending(findings: readonly Finding[]): boolean {
  return findings.some(({ state }) => state === "mend");
}
