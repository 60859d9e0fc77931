import { useState } from "react";
import { useScreen } from "../app/useScreen.ts";
import { lazyPart } from "../ui/lazyPart.tsx";

const QuestionList = lazyPart(() => import("./QuestionList.tsx"), null);
const SignInPrompt = lazyPart(() => import("../app/SignInPrompt.tsx"), null);

/**
 * The questions; for nobody, a prompt of their own. Once the list was seen it stays, hidden, so that the person comes
 * back to the same place.
 */
export default function QuestionAccordion() {
  const screen = useScreen();
  const isShown = screen === "questions";
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  if (screen === "prompt") return <SignInPrompt />;
  return (
    <main hidden={!isShown} className="questions" tabIndex={-1} aria-label="Questions">
      {wasShown && <QuestionList />}
    </main>
  );
}
