import { counted } from "@dailyleet/core";
import { preload } from "react-dom";
import { usePractice } from "../practice/practice.ts";
import styles from "./screen.css?url";

// Requested beside the questions, before React draws what needs it.
preload(styles, { as: "style" });

/** Not in the page's own style sheet, because the first view needs none of it. */
export function QuestionStyles() {
  return <link rel="stylesheet" href={styles} precedence="default" />;
}

/** How many questions are due, as a link into practising. */
export default function DueLink() {
  const due = usePractice()?.summary.due ?? 0;
  if (due === 0) return null;
  return (
    <span>
      <QuestionStyles />
      <a className="due" href="#practise">
        {`${counted(due, "question")} due`}
      </a>
    </span>
  );
}
