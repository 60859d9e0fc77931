import { cellKey, DailyleetError } from "@dailyleet/core";
import type { Desk } from "./desk.ts";
import { outcomeOf, type Patch } from "./outcomes.ts";
import { quiet } from "./quiet.ts";
import type { UiState } from "./state.ts";
import type { Task } from "./store.ts";

/**
 * Does one task as the verb of its name does it, and with what that needs: a tracker of its own, so that a lost
 * connection or another sign-in is noticed by the next task, as it is by the next command.
 */
export async function doTask(desk: Desk, task: Task, state: UiState): Promise<Patch> {
  const { context, notes } = quiet(desk.context);
  const finished = (next: UiState): UiState => ({ ...next, saving: next.saving.filter((key) => key !== keyOf(task)) });
  const saying = (said: string) => {
    const news = notes.filter((sentence) => !desk.told.includes(sentence));
    return [said, ...news].filter((text) => text !== "").join(" ");
  };
  try {
    const { patch, said } = await outcomeOf({ ...desk, context }, task, state);
    const message = task.kind === "refresh" ? "" : saying(said);
    return (next) => finished({ ...patch(next), ...(message !== "" && { message }) });
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    const message = saying(error.message);
    return (next) => finished({ ...next, message });
  }
}

function keyOf(task: Task): string | null {
  return task.kind === "change" ? cellKey(task.change) : null;
}
