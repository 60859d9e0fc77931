import { counted } from "@dailyleet/core";
import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { $year } from "../app/today.ts";
import { useScreen } from "../app/useScreen.ts";
import { $isKnown } from "../replica/ticks.ts";
import { useValue } from "../ui/useValue.ts";
import { PracticeStyles } from "./PracticeStyles.tsx";
import { usePractice } from "./usePractice.ts";

/** In the calendar's card of today, how many questions are due; a link to these. It is laid over room that is free. */
export default function DueToday() {
  const due = usePractice()?.summary.due ?? 0;
  const card = useTodaysCard();
  return (
    <>
      <PracticeStyles />
      {due > 0 && card && createPortal(<DueLink due={due} />, card)}
    </>
  );
}

function DueLink({ due }: { due: number }) {
  const [count, noun] = counted(due, "question").split(" ");
  return (
    <a className="due" href="#state=due">
      {count} <span>{noun} </span>due
    </a>
  );
}

/** Null while the calendar shows no such card. The calendar is drawn before effects run. */
function useTodaysCard(): Element | null {
  const [card, setCard] = useState<Element | null>(null);
  // When one of these changes, the card may be another one.
  useScreen();
  useValue($year);
  useValue($isKnown);
  useLayoutEffect(() => setCard(document.querySelector(".day[aria-current]")));
  return card;
}
