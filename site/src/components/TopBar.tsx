import { statusText } from "../lib/statusText.ts";
import { idle } from "../lib/wait.ts";
import { leave } from "../stores/actions.ts";
import { $offer, $sync } from "../stores/status.ts";
import { $year } from "../stores/today.ts";
import { pressButton } from "../stores/view.ts";
import { later } from "./later.tsx";
import { useValue } from "./useValue.ts";

const Tools = later(() => idle().then(() => import("./Tools.tsx")), <div className="tools" />);
const UndoButton = later(() => import("./UndoButton.tsx"), null);

/** Stays on all three screens of a signed-in person. */
export function TopBar({ name }: { name: string }) {
  const year = useValue($year);
  return (
    <header className="bar">
      <div className="title">
        <h1>Daily Coding Problem</h1>
        <p>
          <span className="year">{year}</span> <StatusLine /> <Offer />
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
    </header>
  );
}

function Offer() {
  return useValue($offer) && <UndoButton />;
}

function StatusLine() {
  return <span role="status">{statusText(useValue($sync))}</span>;
}
