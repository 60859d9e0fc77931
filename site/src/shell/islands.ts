/** The page's islands, in one chunk: with an entry each, they would be a file each. */

import { screenOf } from "@dailyleet/core";
import { preparePicture } from "../counter/Counter.tsx";
import { prepareQuestions } from "../questions/QuestionAccordion.tsx";
import { $connection, connectPerson, disconnect } from "../replica/connection.ts";
import { $session, type Session } from "../session/session.ts";
import { $siteConfig } from "../session/setup.ts";
import { whenDrawn, whenIdle } from "../ui/wait.ts";
import { $view } from "../view/view.ts";
import { openSession, start } from "./start.ts";

export { default as Counter } from "../counter/Counter.tsx";
export { default as QuestionAccordion } from "../questions/QuestionAccordion.tsx";
export { default as Tracker } from "./Tracker.tsx";

// Before the islands draw their first frame.
if (!import.meta.env.SSR) {
  start();
  $session.subscribe(followSession);
  void prepareScreen().then(whenDrawn).then(whenIdle).then(openSession);
}

/** Starts what another screen than the calendar needs, before its island comes to life. */
async function prepareScreen(): Promise<void> {
  const screen = $session.get().status === "signed-in" && screenOf($view.get());
  if (screen === "questions") await prepareQuestions();
  else if (screen === "counter") void preparePicture().catch(() => {});
}

/** Connects the page to the ticks of the person who is signed in, or disconnects it. */
function followSession(session: Session): void {
  if (session.status !== "signed-in") disconnect();
  else if ($connection.get()?.uid !== session.person.uid) connectPerson($siteConfig.get(), session.person.uid);
}
