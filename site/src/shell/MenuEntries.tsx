import type { KeyboardEvent } from "react";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { $dialog, $exportAge } from "../view/status.ts";

/** An entry in local mode only. */
const PROFILES = "Switch profile";

const ENTRIES: readonly (readonly [text: string, act: () => void, keys?: string])[] = [
  ["Your data", () => $dialog.set("data"), "g d"],
  ["Settings", () => $dialog.set("settings"), "g s"],
  ["Keyboard shortcuts", () => $dialog.set("keys"), "?"],
  [PROFILES, () => void import("./signOut.ts").then(({ switchProfile }) => switchProfile())],
  ["Sign out", () => void import("./signOut.ts").then(({ signOut }) => signOut())],
];

/** What the menu offers below the name. Opening the menu focuses the first entry. */
export default function MenuEntries() {
  const exportAge = useValue($exportAge);
  const { local } = useValue($config);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between its buttons
    <div onKeyDown={moveFocus}>
      {ENTRIES.filter(([text]) => local || text !== PROFILES).map(([text, act, keys], index) => (
        <button key={text} ref={index === 0 ? focusWhenOpen : undefined} type="button" onClick={act}>
          <span>{text}</span>
          {keys && <small aria-hidden="true">{keys}</small>}
        </button>
      ))}
      {exportAge && <p>{exportAge}</p>}
    </div>
  );
}

/** The browser focuses the entry whenever the menu opens; a menu that is open already needs this call. */
function focusWhenOpen(entry: HTMLButtonElement | null): void {
  entry?.setAttribute("autofocus", "");
  if (entry?.closest(":popover-open")) entry.focus();
}

/** Moves the focus among the menu's buttons by the arrow keys, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")].filter((one) => one.checkVisibility());
  const at = buttons.findIndex((button) => button.matches(":focus"));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons.at(to % buttons.length)?.focus();
}
