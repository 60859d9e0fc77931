import { isRecord, parseJson, questionKey, type SourceNumber, webLink } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { $questions } from "../list/questions.ts";
import { usePractice } from "../practice/practice.ts";
import { STATE_NAMES } from "../practice/wording.ts";
import { http } from "../session/http.ts";
import { useValue } from "../ui/react.tsx";

interface Problem {
  readonly name: string;
  readonly link: string;
  readonly difficulty: string;
}

/** The problem of the day of each source; null without one. */
const $problems = atom<readonly (Problem | null)[]>([]);

const TIMEOUT_MS = 60_000;

onMount($problems, () => {
  const asked = http({ method: "GET", url: "/problems", server: "the local server", timeoutMs: TIMEOUT_MS });
  asked.then(({ status, body }) => status === 200 && $problems.set(readProblems(body))).catch(() => {});
});

function readProblems(body: string): readonly (Problem | null)[] {
  const answer = parseJson(body);
  return isRecord(answer) && Array.isArray(answer.problems) ? answer.problems : [];
}

/** As a module, for `lazyPart`. */
export const problemOf = (source: SourceNumber) => ({ default: () => <TodayProblem source={source} /> });

/** 'Two Sum · Easy', and where the list in use has it, the state of its marks as a link to it. */
function TodayProblem({ source }: { source: SourceNumber }) {
  const problem = useValue($problems)[source - 1];
  const link = problem && webLink(problem.link);
  if (!link) return null;
  return (
    <>
      <a href={link.href} target="_blank" rel="noopener noreferrer">
        <bdi>{problem.name}</bdi>
        {problem.difficulty && <span>{` · ${problem.difficulty}`}</span>}
      </a>
      <MarkState problem={problem} />
    </>
  );
}

function MarkState({ problem }: { problem: Problem }) {
  const { questions } = useValue($questions);
  const practice = usePractice();
  const key = questionKey(problem);
  const question = questions.find((one) => questionKey(one) === key);
  const state = question && practice?.stateOf(question);
  if (!question || !state) return null;
  return (
    <a
      href={`#q=${encodeURIComponent(question.name)}`}
      aria-label={`${STATE_NAMES[state]}, ${question.name} in the list`}
    >
      {STATE_NAMES[state]}
    </a>
  );
}
