import { useState } from "react";
import { useScreen } from "../app/view.ts";
import { lazyPart } from "../ui/react.tsx";

const CounterPicture = lazyPart(() => import("./CounterPicture.tsx"));

/** The counter's screen. Once it was seen it stays, hidden, because its number lasts as long as the page. */
export default function Counter() {
  const isShown = useScreen() === "counter";
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <main hidden={!isShown} className="counter" tabIndex={-1} aria-label="Counter">
      {wasShown && <CounterPicture />}
    </main>
  );
}
