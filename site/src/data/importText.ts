import type { ImportPlan } from "@dailyleet/core";

/** What an import would come to, in ticks. */
export function importText({ changes, here, there, together, ahead }: ImportPlan): string {
  const left = ahead > 0 ? ` ${ahead} of years that have not begun are left out.` : "";
  const nothing = changes.length === 0 ? ": nothing to add" : "";
  return `Here ${here}, there ${there}, together ${together}${nothing}.${left}`;
}
