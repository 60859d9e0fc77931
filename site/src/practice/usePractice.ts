import { useMemo } from "react";
import { $today } from "../app/today.ts";
import { $questions } from "../questions/questions.ts";
import { $marks } from "../replica/marks.ts";
import { useValue } from "../ui/useValue.ts";
import { type Practice, readPractice } from "./practice.ts";

/** Null while the person's marks are not known. */
export function usePractice(): Practice | null {
  const { questions } = useValue($questions);
  const { status, marks } = useValue($marks);
  const today = useValue($today);
  return useMemo(
    () => (status === "unknown" || today === null ? null : readPractice(questions, marks, today)),
    [questions, status, marks, today],
  );
}
