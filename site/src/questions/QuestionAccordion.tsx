import { useScreen } from "../app/useScreen.ts";
import { lazyPart } from "../ui/lazyPart.tsx";

const QuestionList = lazyPart(() => import("./QuestionList.tsx"), null);
const SignInPrompt = lazyPart(() => import("../app/SignInPrompt.tsx"), null);

/** The questions; for nobody, a prompt of their own. */
export default function QuestionAccordion() {
  const screen = useScreen();
  if (screen === "prompt") return <SignInPrompt />;
  return (
    <main hidden={screen !== "questions"} className="questions" tabIndex={-1} aria-label="Questions">
      {screen === "questions" && <QuestionList />}
    </main>
  );
}
