import { counted } from "@dailyleet/core";
import { usePractice } from "./practice.ts";
import { PracticeStyles } from "./Today.tsx";

/** How many questions are due, where any are; a link to these. */
export default function DueLink() {
  const due = usePractice()?.summary.due ?? 0;
  if (due === 0) return null;
  return (
    <span>
      <PracticeStyles />
      <a className="due" href="#state=due">
        {counted(due, "question")} due
      </a>
    </span>
  );
}
