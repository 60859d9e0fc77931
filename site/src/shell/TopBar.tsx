import { $connection, disconnect } from "../replica/connection.ts";
import { removeCached, yearsPrefix } from "../replica/indexedDb.ts";
import { $session, access, pauseSession, restart } from "../session/session.ts";
import { lazyPart, useSelected, useValue } from "../ui/react.tsx";
import { removeStored, STORED_PERSON, STORED_YEAR } from "../ui/stored.ts";
import { wait, whenIdle, whenIdleOrKey } from "../ui/wait.ts";
import { $offer } from "../undo/offer.ts";
import { pressButton, useScreen, VIEW_NAMES } from "../view/view.ts";

const Tools = lazyPart(() => whenIdleOrKey().then(() => import("./Tools.tsx")), <div className="tools" />);
const StatusLine = lazyPart(() => whenIdle().then(() => import("./StatusLine.tsx")));
const UndoToast = lazyPart(() => import("../undo/UndoToast.tsx"));
/** Separate chunk: a signed-in person never needs it. */
const Gate = lazyPart(() => import("../signin/Gate.tsx"), <Loading />);

/** The loading screen, the sign-in screen or the top bar. */
export function Session() {
  const screen = useScreen();
  const session = useValue($session);
  if (screen === "loading") return <Loading />;
  if (screen === "sign-in" || screen === "prompt" || screen === "unusable") return <Gate />;
  return session.status === "signed-in" ? <TopBar name={session.person.name} /> : null;
}

/** The style sheet shows the link after a while, because the script may have failed to load. */
function Loading() {
  return (
    <main className="gate">
      <p>Loading...</p>
      <p className="slow">
        <span>This is taking longer than usual. </span>
        <a href="/">Try again</a>
      </p>
    </main>
  );
}

function TopBar({ name }: { name: string }) {
  const screen = useScreen();
  return (
    <header className="bar">
      <div className="title">
        <h1>Daily Coding Problem</h1>
        <nav aria-label="Screens">
          {Object.entries(VIEW_NAMES).map(([view, text]) => (
            <a key={view} href={`#${view}`} aria-current={view === screen ? "page" : undefined}>
              {text}
            </a>
          ))}
        </nav>
        <StatusLine />
      </div>
      <div className="views">
        <button type="button" className="plain" onClick={() => pressButton("switchView")}>
          Switch View
        </button>
        <button type="button" className="plain" onClick={() => pressButton("switchCounter")}>
          Switch counter
        </button>
      </div>
      <button type="button" className="plain name" popoverTarget="person">
        {name}
      </button>
      <div id="person" popover="auto">
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </div>
      <Tools />
      <Offer />
    </header>
  );
}

function Offer() {
  return useSelected($offer, (offer) => offer !== null) && <UndoToast />;
}

const LAST_SEND_MS = 3_000;

/** Signs out after a last attempt to send. The snapshots of the server's documents go; unsent changes stay. */
async function signOut(): Promise<void> {
  // The SDK may report the person once more, and bring them back.
  pauseSession();
  const connection = $connection.get();
  if (connection) {
    const { uid, replica } = connection;
    if (replica.status().waiting > 0) await Promise.race([replica.sync(), wait(LAST_SEND_MS)]);
    // First, so that a late answer stores no snapshot.
    disconnect();
    removeStored(STORED_YEAR);
    await removeCached(yearsPrefix(uid));
  }
  removeStored(STORED_PERSON);
  await (await access).signOut();
  restart();
}
