import { $session } from "../session/session.ts";
import { ErrorBoundary, lazyPart, useValue, useWasShown } from "../ui/react.tsx";
import { useScreen } from "../view/useScreen.ts";

const Picture = lazyPart(() => import("./Picture.tsx"));

export default function Counter() {
  const isShown = useScreen() === "counter";
  const wasShown = useWasShown(isShown);
  const session = useValue($session);
  const uid = session.status === "signed-in" ? session.person.uid : null;
  return (
    <ErrorBoundary>
      <main hidden={!isShown} className="counter" tabIndex={-1} aria-label="Counter">
        {wasShown && uid !== null && <Picture key={uid} uid={uid} />}
      </main>
    </ErrorBoundary>
  );
}
