import { stripControls } from "@dailyleet/core";
import type { Look } from "../render/look.ts";
import type { Finding } from "./finding.ts";

const COLORS = { ok: "green", hint: "yellow", mend: "red" } as const;
const STATE_WIDTH = 6;
const CHECK_WIDTH = 15;

/** A line for each finding, and one more for what to do. */
export function renderFindings(findings: readonly Finding[], { paint }: Pick<Look, "paint">): string {
  return findings
    .map(({ check, state, found, advice }) => {
      const label = paint(COLORS[state], state) + " ".repeat(STATE_WIDTH - state.length);
      const line = `${label}${check.padEnd(CHECK_WIDTH)}${oneLine(found)}\n`;
      return advice === null ? line : `${line}${" ".repeat(STATE_WIDTH + CHECK_WIDTH)}to do: ${oneLine(advice)}\n`;
    })
    .join("");
}

export function findingsJson(findings: readonly Finding[]): object {
  return { version: 1, ok: !needsMending(findings), findings };
}

export function needsMending(findings: readonly Finding[]): boolean {
  return findings.some(({ state }) => state === "mend");
}

function oneLine(text: string): string {
  return stripControls(text).replaceAll("\n", " ");
}
