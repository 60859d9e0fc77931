import { counted } from "@dailyleet/core";
import { usePractice } from "./practice.ts";
import { PracticeStyles } from "./Today.tsx";

/** Separate chunk, loaded for who has marks: how many questions are due, as a link into practising. */
export default function DueLink() {
  const due = usePractice()?.summary.due ?? 0;
  if (due === 0) return null;
  return (
    <span>
      <PracticeStyles />
      <a className="due" href="#practise">
        {counted(due, "question")} due
      </a>
    </span>
  );
}
