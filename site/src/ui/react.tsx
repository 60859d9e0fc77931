import type { WritableAtom } from "nanostores";
import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useReducer,
  useSyncExternalStore,
} from "react";

interface Retry {
  readonly onRetry: () => void;
}

/**
 * A component that is loaded when it shows for the first time; on failure it offers a retry. It renders as soon as its
 * chunk has arrived, where React alone would keep the fallback for 300 ms.
 */
export function lazyPart(
  load: () => Promise<{ default: FunctionComponent<Retry> }>,
  fallback: ReactNode = null,
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

/** The value of an atom. Hydration begins with the initial one, which the static page shows. */
export function useValue<T>({ listen, get, init }: WritableAtom<T>): T {
  return useSyncExternalStore(listen, get, () => init as T);
}

/** What `select` makes of the value, which has to be the same thing for the same value: only another one renders. */
export function useSelected<T, S>({ listen, get, init }: WritableAtom<T>, select: (value: T) => S): S {
  return useSyncExternalStore(
    listen,
    () => select(get()),
    () => select(init as T),
  );
}
