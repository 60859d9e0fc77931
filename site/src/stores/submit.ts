import type { Change } from "@dailyleet/core";
import { $line, outbox } from "./line.ts";
import { addPending, settleClick } from "./ticks.ts";

/** Changes of the person: durable first, then on the screen and in the other tabs, then on their way to the server. */
export async function submit(asked: readonly Change[]): Promise<void> {
  const line = $line.get();
  if (line === null) return;
  const changes = await outbox.put(line.uid, asked);
  if (line.gone.aborted) return;
  addPending(changes);
  for (const change of asked) settleClick(change);
  line.tabs.tell({ kind: "changed", changes });
  line.schedule.soon();
}
