import { readBack } from "@dailyleet/core";
import { todayOf } from "../terminal/dates.ts";
import type { Desk } from "./desk.ts";
import { NEW_LIST, type UiState } from "./state.ts";

/** The state with which the screen opens, without a word to the network. Throws as `withTracker`. */
export async function openingState(desk: Omit<Desk, "look" | "told">): Promise<UiState> {
  const { tracking, context, config, options, practice } = desk;
  const today = todayOf(context);
  return tracking.withTracker(context, config, options, async (tracker) => {
    const years = await readBack(tracker.readKnown, today.year);
    const marks = await tracker.readKnownMarks();
    const list = practice.readKeptQuestions(context, config);
    return {
      person: tracker.person.name,
      today,
      view: "calendar",
      isHelpShown: false,
      selected: today,
      years,
      marks,
      questions: practice.practiceOf(list, practice.cardStatesOf(marks), today),
      isListCurrent: config.sheet === undefined,
      list: NEW_LIST,
      saving: [],
      reading: [],
      message: "",
    };
  });
}
