import type { afterChange } from "../data/afterChange.ts";

let follow: typeof afterChange | null = null;

/** What follows a change is loaded with the first one; that of a later one shows in the frame of the change itself. */
export function followChange(...made: Parameters<typeof afterChange>): void {
  if (follow) follow(...made);
  else void load(made).catch(() => {});
}

async function load(made: Parameters<typeof afterChange>): Promise<void> {
  const part = await import("../data/afterChange.ts");
  follow = part.afterChange;
  follow(...made);
}
