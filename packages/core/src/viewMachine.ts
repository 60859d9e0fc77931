/** The state of the two toggle buttons: whether the calendar shows, and whether the questions were chosen. */
export interface ViewState {
  readonly calendar: boolean;
  readonly marked: boolean;
}

export type ViewButton = "switchView" | "switchCounter";
export type Screen = "calendar" | "questions" | "counter";

export const INITIAL_VIEW: ViewState = { calendar: true, marked: false };

/** 'Switch View' flips the calendar and chooses the questions for good; 'Switch counter' only flips the calendar. */
export function press(state: ViewState, button: ViewButton): ViewState {
  return { calendar: !state.calendar, marked: state.marked || button === "switchView" };
}

export function screenOf({ calendar, marked }: ViewState): Screen {
  if (calendar) return "calendar";
  return marked ? "questions" : "counter";
}
