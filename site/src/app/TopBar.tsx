import { lazyPart } from "../ui/lazyPart.tsx";
import { useValue } from "../ui/useValue.ts";
import { idle } from "../ui/wait.ts";
import { leave } from "./leave.ts";
import { $offer, $sync } from "./status.ts";
import { statusText } from "./statusText.ts";
import { useScreen } from "./useScreen.ts";
import { pressButton, VIEW_NAMES } from "./view.ts";

const Tools = lazyPart(() => idle().then(() => import("./Tools.tsx")), <div className="tools" />);
const UndoToast = lazyPart(() => import("../data/UndoToast.tsx"), null);

/** Stays on all three screens of a signed-in person. */
export function TopBar({ name }: { name: string }) {
  const view = VIEW_NAMES[useScreen()];
  return (
    <header className="bar">
      <div className="title">
        <h1>Daily Coding Problem</h1>
        <p>
          {view} <StatusLine />
        </p>
      </div>
      <nav className="views" aria-label="Views">
        <button type="button" onClick={() => pressButton("switchView")}>
          Switch View
        </button>
        <button type="button" onClick={() => pressButton("switchCounter")}>
          Switch counter
        </button>
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

function Offer() {
  return useValue($offer) && <UndoToast />;
}

function StatusLine() {
  return <span role="status">{statusText(useValue($sync))}</span>;
}
