/** `calendar`: whether the calendar shows. `marked`: whether 'Switch View' was ever pressed. */
export interface ViewState {
  readonly calendar: boolean;
  readonly marked: boolean;
}

export type ViewButton = "switchView" | "switchCounter";
export type Screen = "calendar" | "questions" | "counter";

export const INITIAL_VIEW: ViewState = { calendar: true, marked: false };

/** Both buttons toggle the calendar. After the first 'Switch View', the questions replace the counter for good. */
export function press(state: ViewState, button: ViewButton): ViewState {
  return { calendar: !state.calendar, marked: state.marked || button === "switchView" };
}

export function screenOf({ calendar, marked }: ViewState): Screen {
  if (calendar) return "calendar";
  return marked ? "questions" : "counter";
}
