import type { ImportPlan } from "@dailyleet/core";

/** What an import would come to, in ticks; `unknown` are names in the file that stand for no source. */
export function importText(
  { changes, here, there, together, ahead }: ImportPlan,
  unknown: readonly string[] = [],
): string {
  const left = ahead > 0 ? ` ${ahead} of years that have not begun are left out.` : "";
  const others = unknown.length > 0 ? ` Left out, as no source has the name: ${unknown.join(", ")}.` : "";
  const nothing = changes.length === 0 ? ": nothing to add" : "";
  return `Here ${here}, there ${there}, together ${together}${nothing}.${left}${others}`;
}
