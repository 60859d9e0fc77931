import { useEffect, useState } from "react";
import { indexedDbOutbox, PERSON_KEY, readCached } from "../replica/indexedDb.ts";
import { createLocalProbe } from "../replica/localProbe.ts";
import { $config, $setup, type Unusable } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { canStore } from "../ui/stored.ts";
import { $notice, changesText } from "../view/status.ts";
import { useScreen } from "../view/view.ts";
import { $signInNote, signIn } from "./signIn.ts";

/** The page while nobody is signed in: the way in, or a sentence that explains its absence. */
export default function Gate() {
  const setup = useValue($setup);
  if (useScreen() === "prompt") return <QuestionsPrompt />;
  return (
    <main className="gate">
      <img src="/favicon.svg" alt="" width="72" height="72" />
      <h1>dailyleet</h1>
      {setup.status === "unusable" ? <NoService reason={setup.reason} /> : <SignInScreen />}
    </main>
  );
}

function SignInScreen() {
  const { local } = useValue($config);
  const notice = useValue($notice);
  useEffect(() => {
    if (local) void createLocalProbe()();
  }, [local]);
  return (
    <>
      <p className="lead">Track your daily practice on five coding sites.</p>
      <SignInButton />
      {local && <p>Stays on this computer. No Google account needed.</p>}
      <p role="status">{notice}</p>
      <p className="year" />
    </>
  );
}

function NoService({ reason }: Pick<Unusable, "reason">) {
  return (
    <>
      <p>{typeof reason === "string" ? SENTENCES[reason] : reason.message}</p>
      {reason === "unreachable" && (
        <button type="button" className="primary" onClick={() => location.reload()}>
          Try again
        </button>
      )}
    </>
  );
}

const SENTENCES = {
  unconnected:
    "This page isn't connected to a database yet: add a dailyleet.json with a 'firebase' section next to it, " +
    "as the deployment guide (docs/deploy.md) explains, or run 'dailyleet serve' on this computer.",
  unreachable: "Part of the page didn't load. Check your connection and try again.",
};

function QuestionsPrompt() {
  return (
    <main className="gate">
      <h1>Please sign in</h1>
      <SignInButton />
    </main>
  );
}

/** The button, and below it the number of unsent changes and the fault of the last attempt. */
function SignInButton() {
  const note = useValue($signInNote);
  const [waiting, setWaiting] = useState(0);
  const [isStoring] = useState(canStore);
  useEffect(() => void countUnsent().then(setWaiting), []);
  return (
    <>
      <button type="button" className="primary" onClick={signIn}>
        Sign in with Google
      </button>
      {!isStoring && <p>{NO_STORAGE}</p>}
      <p role="status" className="note">
        {`${waiting > 0 ? `Sign in again to send ${changesText(waiting)} ` : ""}${note}`}
      </p>
    </>
  );
}

const NO_STORAGE =
  "This browser blocks storage for this address. You can sign in all the same: ticks are sent at once, and only a reload " +
  "makes you sign in again.";

async function countUnsent(): Promise<number> {
  const uid = await readCached(PERSON_KEY);
  if (typeof uid !== "string") return 0;
  const pending = await indexedDbOutbox.list(uid).catch(() => []);
  return pending.filter(({ refused }) => refused === undefined).length;
}
