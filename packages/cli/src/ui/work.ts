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
  const saying = (said: string) => {
    const news = notes.filter((sentence) => !desk.told.includes(sentence));
    return [said, ...news].filter((text) => text !== "").join(" ");
  };
  try {
    const { patch, said } = await outcomeOf({ ...desk, context }, task, state);
    const message = task.kind === "refresh" ? "" : saying(said);
    return (next) => withoutTask({ ...patch(next), ...(message !== "" && { message }) }, task);
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    const message = saying(desk.tracking.namingNewestCopy(desk.context, error).message);
    return (next) => withoutTask({ ...next, message }, task);
  }
}

/** The state without the task's being under way. */
function withoutTask(state: UiState, task: Task): UiState {
  if (task.kind === "change") return { ...state, saving: state.saving.filter((key) => key !== cellKey(task.change)) };
  if (task.kind === "read") return { ...state, reading: state.reading.filter((year) => year !== task.year) };
  return state;
}
