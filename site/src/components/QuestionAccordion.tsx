import { later } from "./later.tsx";
import { useScreen } from "./useScreen.ts";

const QuestionList = later(() => import("./QuestionList.tsx"), null);
const SignInPrompt = later(() => import("./SignInPrompt.tsx"), null);

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
