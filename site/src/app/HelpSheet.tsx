import { type RefObject, useState } from "react";
import { chooseKeys, keyChoice } from "./keys.ts";

const SINGLE_KEYS = [
  ["1 to 5", "tick or clear today's sites"],
  ["1 to 4", "mark how the open question went today"],
  ["t", "go to today"],
  ["m", "go to the buttons at the top"],
  ["/", "search the questions"],
  ["?", "show this list"],
] as const;

const OTHER_KEYS = [
  ["Ctrl+Z or ⌘Z", "undo your last tick, mark or import in this tab"],
  ["Ctrl+Y, Ctrl+Shift+Z or ⌘⇧Z", "redo what you undid"],
  ["Esc", "close this list"],
  ["Arrow keys", "move by day or week in the year at a glance"],
  ["Page Up, Page Down", "back or forward a month"],
  ["Home, End", "the first or last week; with Ctrl, the first or last day"],
  ["Enter", "open that day in the calendar"],
] as const;

export function HelpSheet({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const [choice, setChoice] = useState(keyChoice);
  const choose = (isOn: boolean) => {
    chooseKeys(isOn ? "on" : "off");
    setChoice(keyChoice());
  };
  return (
    <dialog ref={ref} className="sheet" aria-labelledby="keys">
      <h2 id="keys" tabIndex={-1}>
        Keyboard shortcuts
      </h2>
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
        Turn on shortcuts
      </label>
      <button type="button" className="primary" onClick={() => ref.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
