import { ErrorBoundary, lazyPart, useWasShown } from "../ui/react.tsx";
import { useScreen } from "../view/useScreen.ts";

const loadList = () => import("./QuestionList.tsx");
const QuestionList = lazyPart(loadList);

export default function QuestionAccordion() {
  const screen = useScreen();
  const isShown = screen === "questions";
  const wasShown = useWasShown(isShown);
  if (screen === "prompt") return null;
  return (
    <ErrorBoundary>
      <main hidden={!isShown} className="questions" tabIndex={-1} aria-label="Questions">
        {wasShown && <QuestionList />}
      </main>
    </ErrorBoundary>
  );
}

/** Loads every chunk of the list at once; the chunks request its style sheet and its questions. */
export function prepareQuestions(): Promise<unknown> {
  const listening = import("../list/questions.ts").then(({ $questions }) => void $questions.listen(() => {}));
  return Promise.all([listening, loadList(), import("../session/configCheck.ts")]).catch(() => {});
}
