import { useScreen } from "../app/view.ts";
import { lazyPart, useWasShown } from "../ui/react.tsx";

const CounterPicture = lazyPart(() => import("./CounterPicture.tsx"));

/** The counter's screen. Its number lasts as long as the page. */
export default function Counter() {
  const isShown = useScreen() === "counter";
  const wasShown = useWasShown(isShown);
  return (
    <main hidden={!isShown} className="counter" tabIndex={-1} aria-label="Counter">
      {wasShown && <CounterPicture />}
    </main>
  );
}
