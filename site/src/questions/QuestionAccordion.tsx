import { useState } from "react";
import { useScreen } from "../app/view.ts";
import { lazyPart } from "../ui/react.tsx";

const QuestionList = lazyPart(() => import("./QuestionList.tsx"), null);

/** The questions. A list that was shown stays, hidden, so that the person returns to the same place. */
export default function QuestionAccordion() {
  const screen = useScreen();
  const isShown = screen === "questions";
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  if (screen === "prompt") return null;
  return (
    <main hidden={!isShown} className="questions" tabIndex={-1} aria-label="Questions">
      {wasShown && <QuestionList />}
    </main>
  );
}

/** Fetches what draws the list of questions and then its sheet, for a list that shows soon; resolves between the two. */
export async function prepareQuestions(): Promise<void> {
  await import("./questions.ts").then(({ fetchQuestions }) => fetchQuestions()).catch(() => {});
}
