import { press, screenOf, type ViewButton as ViewSwitch } from "@dailyleet/core";
import { lazyPart, useSelected, useValue } from "../ui/react.tsx";
import { idle } from "../ui/wait.ts";
import { $session } from "./session.ts";
import { signOut } from "./start.ts";
import { $offer, $sync, statusText } from "./status.ts";
import { $today, $year } from "./today.ts";
import { $view, pressButton, useScreen, VIEW_NAMES } from "./view.ts";

const Tools = lazyPart(() => idle().then(() => import("./Tools.tsx")), <div className="tools" />);
const UndoToast = lazyPart(() => import("../data/UndoToast.tsx"), null);
/** Separate chunk: a signed-in person never needs it. */
const Gate = lazyPart(() => import("./Gate.tsx"), <Loading />);

/** What depends on the session: the loading screen, the sign-in screen, or the top bar. */
export function Session() {
  const screen = useScreen();
  const session = useValue($session);
  if (screen === "loading") return <Loading />;
  if (screen === "sign-in" || screen === "prompt" || screen === "unusable") return <Gate />;
  return session.status === "signed-in" ? <TopBar name={session.person.name} /> : null;
}

/** The style sheet shows the link after a while, because the script may be what fails to load. */
function Loading() {
  return (
    <main className="gate">
      <p>Loading...</p>
      <p className="slow">
        This is taking longer than usual. <a href="/">Try again</a>
      </p>
    </main>
  );
}

/** The header of all three screens. */
function TopBar({ name }: { name: string }) {
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
        <button type="button" className="plain" onClick={signOut}>
          Sign out
        </button>
      </div>
      <Tools />
      <Offer />
    </header>
  );
}

/** The tooltip names the screen that it opens. */
function ViewButton({ button, children }: { button: ViewSwitch; children: string }) {
  const target = screenOf(press(useValue($view), button));
  return (
    <button type="button" title={`Go to the ${VIEW_NAMES[target]?.toLowerCase()}`} onClick={() => pressButton(button)}>
      {children}
    </button>
  );
}

/** The year that the calendar shows, when it is not the current one. */
function OtherYear() {
  const year = useValue($year);
  return year !== useValue($today)?.year && <span className="year"> {year}</span>;
}

function Offer() {
  return useSelected($offer, (offer) => offer !== null) && <UndoToast />;
}

/** Silent for 'Saving…' and 'Saved': each tick announces itself. */
function StatusLine() {
  const text = useSelected($sync, statusText);
  return (
    <span role="status" aria-live={text === "Saving…" || text === "Saved" ? "off" : "polite"}>
      {text}
    </span>
  );
}
