import { characterOf } from "@dailyleet/core";
import { useState } from "react";
import { Dialog } from "../ui/Dialog.tsx";
import { chooseKeys, keyChoice, useKeyDown } from "../ui/keys.ts";
import { closeDialog } from "../view/status.ts";
import styles from "./keys.css?url";

/** The alternatives of a shortcut, and its meaning. A '+' joins keys that are pressed together or in turn. */
type Row = readonly [alternatives: readonly string[], meaning: string];

const GROUPS: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  [
    "Everywhere",
    [
      [["t"], "Go to today"],
      [["p"], "Practise today's questions, one at a time"],
      [["/"], "Search the questions"],
      [["f"], "Ask your sites what you solved"],
      [["m"], "Go to the buttons at the top"],
      [["g+d"], "Your data"],
      [["g+s"], "Settings"],
      [["?"], "These shortcuts, and back"],
      [["Ctrl+Z", "⌘+Z"], "Undo your last tick, mark, setting or import in this tab"],
      [["Ctrl+Y", "Ctrl+Shift+Z", "⌘+⇧+Z"], "Redo what you undid"],
      [["Esc"], "Close a dialog or a menu"],
    ],
  ],
  [
    "Calendar",
    [
      [[..."12345"], "Tick or clear today's sites, by the number beside each name"],
      [[..."←↑↓→"], "From tick to tick and day to day, also in the year at a glance"],
      [["o"], "Open the site of the tick you are on"],
      [["Page Up", "Page Down"], "Back or forward a month"],
      [["Home", "End"], "The day's first or last tick; with Ctrl, the year's"],
      [["Enter"], "From the year at a glance to that day"],
    ],
  ],
  [
    "Questions and practice",
    [
      [["1"], "Today you needed the solution"],
      [["2"], "Today you needed a hint"],
      [["3"], "Solved today"],
      [["4"], "Easy today"],
      [["n"], "Go to the next question"],
    ],
  ],
];

export default function Keys() {
  const [choice, setChoice] = useState(keyChoice);
  const choose = (isOn: boolean) => {
    chooseKeys(isOn ? "on" : "off");
    setChoice(keyChoice());
  };
  useKeyDown((event) => {
    if (!event.repeat && characterOf(event) === "?") closeDialog();
  });
  return (
    <Dialog title="Keyboard shortcuts" className="keys" onClose={closeDialog}>
      <link rel="stylesheet" href={styles} precedence="default" />
      <div>
        {GROUPS.map(([title, rows]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([alternatives, meaning]) => (
                <div key={meaning}>
                  <dt>
                    {alternatives.map((keys, index) => (
                      <Caps key={keys} keys={keys.split("+")} isFirst={index === 0} />
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label>
        <input type="checkbox" checked={choice === "on"} onChange={(event) => choose(event.target.checked)} />
        <span>Turn on shortcuts</span>
      </label>
    </Dialog>
  );
}

function Caps({ keys, isFirst }: { keys: readonly string[]; isFirst: boolean }) {
  return (
    <span>
      {!isFirst && keys.length > 1 && <small>or </small>}
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
