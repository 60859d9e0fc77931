import type { CardState } from "./wording.ts";

/** What the list can be narrowed to by where the person stands. */
export const LIST_STATES = ["due", "new", "practised"] as const;
export type ListState = (typeof LIST_STATES)[number];

export const STATE_NAMES: Readonly<Record<ListState, string>> = { due: "Due", new: "New", practised: "Practised" };

export const isListState = (text: string | null): text is ListState => LIST_STATES.some((state) => state === text);

export function isIn(state: ListState, standing: CardState | null): boolean {
  if (state === "practised") return standing !== null && standing !== "new";
  return standing === state;
}
