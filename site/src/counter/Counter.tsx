import { ErrorBoundary, lazyPart, useWasShown } from "../ui/react.tsx";
import { useScreen } from "../view/useScreen.ts";

const Picture = lazyPart(() => import("./Picture.tsx"));

export default function Counter() {
  const isShown = useScreen() === "counter";
  const wasShown = useWasShown(isShown);
  return (
    <ErrorBoundary>
      <main hidden={!isShown} className="counter" tabIndex={-1} aria-label="Counter">
        {wasShown && <Picture />}
      </main>
    </ErrorBoundary>
  );
}
