import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useReducer,
} from "react";

interface Retry {
  readonly onRetry: () => void;
}

/**
 * A part that is loaded when it shows for the first time. Where that fails, the person may try it again. It shows as soon
 * as it is there: what React draws again by itself it holds back until its fallback has been seen for 300 ms.
 */
export function lazyPart(
  load: () => Promise<{ default: FunctionComponent<Retry> }>,
  fallback: ReactNode,
): ComponentType {
  let loaded: Promise<unknown> | undefined;
  const open = () =>
    lazy(() => {
      const part = load().catch(() => ({ default: NotLoaded }));
      loaded = part;
      return part;
    });
  let Part = open();
  return memo(() => {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    const retry = () => {
      Part = open();
      redraw();
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another part
    useEffect(() => void loaded?.then(redraw), [Part]);
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
      This part didn't load.{" "}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
