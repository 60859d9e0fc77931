import { ErrorBoundary, lazyPart, useWasShown } from "../ui/react.tsx";
import { useScreen } from "../view/useScreen.ts";

/** Loads the picture's chunk, which requests the picture and its style sheet. */
export const preparePicture = () => import("./Picture.tsx");

const Picture = lazyPart(preparePicture);

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
