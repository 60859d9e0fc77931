import { $connection } from "../replica/connection.ts";
import { ErrorBoundary, lazyPart, useValue, useWasShown } from "../ui/react.tsx";
import { useScreen } from "../view/useScreen.ts";

const Picture = lazyPart(() => import("./Picture.tsx"));

export default function Counter() {
  const isShown = useScreen() === "counter";
  const wasShown = useWasShown(isShown);
  const connection = useValue($connection);
  return (
    <ErrorBoundary>
      <main hidden={!isShown} className="counter" tabIndex={-1} aria-label="Counter">
        {wasShown && connection && <Picture key={connection.uid} />}
      </main>
    </ErrorBoundary>
  );
}
