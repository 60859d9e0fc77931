import { type RefObject, useState } from "react";
import { chooseKeys, keyChoice } from "./keys.ts";

const SINGLE_KEYS = [
  ["1 to 5", "tick or untick today's sources"],
  ["1 to 4", "mark the open question: how it went today"],
  ["t", "go to today"],
  ["m", "go to the buttons at the top"],
  ["/", "search the questions"],
  ["?", "this sheet"],
] as const;

const OTHER_KEYS = [
  ["Ctrl+Z", "undo the last tick, mark or import in this tab"],
  ["Ctrl+Shift+Z, Ctrl+Y", "redo it"],
  ["Esc", "close this sheet"],
  ["Arrow keys", "move in the year at a glance: by day and by week"],
  ["Page Up, Page Down", "a month back or on"],
  ["Home, End", "the first or last week; with Ctrl the first or last day"],
  ["Enter", "go to the day in the calendar"],
] as const;

export function HelpSheet({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const [choice, setChoice] = useState(keyChoice);
  const choose = (isOn: boolean) => {
    chooseKeys(isOn ? "on" : "off");
    setChoice(keyChoice());
  };
  return (
    <dialog ref={ref} className="sheet" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <dl>
        {[...SINGLE_KEYS, ...OTHER_KEYS].map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input type="checkbox" checked={choice === "on"} onChange={(event) => choose(event.target.checked)} />
        Use single keys (1 to 5, t, m, / and ?)
      </label>
      <button type="button" className="primary" onClick={() => ref.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
