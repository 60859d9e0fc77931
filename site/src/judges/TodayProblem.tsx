import { isRecord, type NamedProblem, parseJson, questionKey, type SourceNumber, webLink } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { $questions } from "../list/questions.ts";
import { usePractice } from "../practice/practice.ts";
import { STATE_NAMES } from "../practice/wording.ts";
import { askForPerson } from "../replica/localServer.ts";
import { useValue } from "../ui/react.tsx";
import { $today } from "../view/today.ts";

/** The problem of the day of each source, null without one; null before the local server's answer. */
const $problems = atom<readonly (NamedProblem | null)[] | null>(null);

const TIMEOUT_MS = 60_000;

/** A page that stays open asks again when the person comes back to it, and on another day. */
onMount($problems, () => {
  const ask = () => document.hidden || void readProblems().then((problems) => $problems.set(problems));
  document.addEventListener("visibilitychange", ask);
  const unbind = $today.subscribe(ask);
  return () => {
    document.removeEventListener("visibilitychange", ask);
    unbind();
  };
});

async function readProblems(): Promise<readonly (NamedProblem | null)[]> {
  const asked = askForPerson({ method: "GET", url: "/problems", timeoutMs: TIMEOUT_MS });
  const answer = parseJson((await asked.catch(() => null))?.body ?? "");
  return isRecord(answer) && Array.isArray(answer.problems) ? answer.problems : [];
}

/** As a module, for `lazyPart`. */
export const problemOf = (source: SourceNumber) => ({ default: () => <TodayProblem source={source} /> });

/** 'Two Sum · Easy'; if the list in use has the question, also its state, as a link to it. */
function TodayProblem({ source }: { source: SourceNumber }) {
  const problems = useValue($problems);
  const { status, questions } = useValue($questions);
  const practice = usePractice();
  const problem = problems?.[source - 1];
  const link = problem && webLink(problem.link);
  // This makes the style sheet remove the room kept for a problem.
  if (!link) return problems && <span hidden />;
  // Wait for the state: if it came later, it would move the difficulty.
  if (practice === null || status === "loading") return null;
  const key = questionKey(problem);
  const question = questions.find((one) => questionKey(one) === key);
  const state = question && practice.stateOf(question);
  return (
    <>
      <a href={link.href} target="_blank" rel="noopener noreferrer">
        <bdi>{problem.name}</bdi>
        {problem.difficulty && <span>{` · ${problem.difficulty}`}</span>}
      </a>
      {state && (
        <a
          href={`#q=${encodeURIComponent(question.name)}`}
          aria-label={`${STATE_NAMES[state]}, ${question.name} in the list`}
        >
          {STATE_NAMES[state]}
        </a>
      )}
    </>
  );
}
