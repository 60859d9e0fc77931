import { lazyPart } from "../ui/lazyPart.tsx";
import { useValue } from "../ui/useValue.ts";
import { idle } from "../ui/wait.ts";
import { leave } from "./leave.ts";
import { $offer, $sync } from "./status.ts";
import { statusText } from "./statusText.ts";
import { $year } from "./today.ts";
import { pressButton } from "./view.ts";

const Tools = lazyPart(() => idle().then(() => import("./Tools.tsx")), <div className="tools" />);
const UndoButton = lazyPart(() => import("../data/UndoButton.tsx"), null);

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
