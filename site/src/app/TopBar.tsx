import { press, screenOf, type ViewButton as ViewSwitch } from "@dailyleet/core";
import { lazyPart } from "../ui/lazyPart.tsx";
import { useSelected, useValue } from "../ui/useValue.ts";
import { idle } from "../ui/wait.ts";
import { leave } from "./leave.ts";
import { $offer, $sync, statusText } from "./status.ts";
import { $today, $year } from "./today.ts";
import { useScreen } from "./useScreen.ts";
import { $view, pressButton, VIEW_NAMES } from "./view.ts";

const Tools = lazyPart(() => idle().then(() => import("./Tools.tsx")), <div className="tools" />);
const UndoToast = lazyPart(() => import("../data/UndoToast.tsx"), null);

/** Stays on all three screens of a signed-in person. */
export function TopBar({ name }: { name: string }) {
  const screen = useScreen();
  return (
    <header className="bar">
      <div className="title">
        <h1>Daily Coding Problem</h1>
        <p>
          {VIEW_NAMES[screen]}
          {screen === "calendar" && <OtherYear />} <StatusLine />
        </p>
      </div>
      <nav className="views" aria-label="Views">
        <ViewButton button="switchView">Switch View</ViewButton>
        <ViewButton button="switchCounter">Switch counter</ViewButton>
      </nav>
      <div className="person">
        <span className="name">{name}</span>
        <button type="button" className="plain" onClick={leave}>
          Sign out
        </button>
      </div>
      <Tools />
      <Offer />
    </header>
  );
}

/** Whoever points at it learns where it leads. */
function ViewButton({ button, children }: { button: ViewSwitch; children: string }) {
  const target = screenOf(press(useValue($view), button));
  return (
    <button type="button" title={`Go to the ${VIEW_NAMES[target]?.toLowerCase()}`} onClick={() => pressButton(button)}>
      {children}
    </button>
  );
}

/** The year that the calendar shows, where it is not the running one. */
function OtherYear() {
  const year = useValue($year);
  return year !== useValue($today)?.year && <span className="year"> {year}</span>;
}

function Offer() {
  return useSelected($offer, (offer) => offer !== null) && <UndoToast />;
}

/** Not announced while it only says what becomes of each tick, which announces itself. */
function StatusLine() {
  const text = useSelected($sync, statusText);
  return (
    <span role="status" aria-live={text === "Saving…" || text === "Saved" ? "off" : "polite"}>
      {text}
    </span>
  );
}
