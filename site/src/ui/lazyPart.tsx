import { type ComponentType, type FunctionComponent, lazy, memo, type ReactNode, Suspense, useReducer } from "react";

interface Retry {
  readonly onRetry: () => void;
}

/** A part that is loaded when it shows for the first time. Where that fails, the person may try it again. */
export function lazyPart(
  load: () => Promise<{ default: FunctionComponent<Retry> }>,
  fallback: ReactNode,
): ComponentType {
  const open = () => lazy(() => load().catch(() => ({ default: NotLoaded })));
  let Part = open();
  return memo(() => {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const retry = () => {
      Part = open();
      redraw();
    };
    return (
      <Suspense fallback={fallback}>
        <Part onRetry={retry} />
      </Suspense>
    );
  });
}

function NotLoaded({ onRetry }: Retry) {
  return (
    <p className="note">
      This part could not be loaded.{" "}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
