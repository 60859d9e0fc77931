import type { WritableAtom } from "nanostores";
import {
  Component,
  type ComponentType,
  type FunctionComponent,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from "react";

interface Retry {
  readonly onRetry: () => void;
}

/**
 * A component that is loaded when it shows for the first time. A transition draws it, and so waits for its style sheet;
 * React's own `lazy` would keep the fallback for 300 ms more (FALLBACK_THROTTLE_MS).
 */
export function lazyPart(
  load: () => Promise<{ default: FunctionComponent<Retry> }>,
  fallback: ReactNode = null,
): ComponentType {
  let Part: FunctionComponent<Retry> | null = null;
  let loading: Promise<void> | null = null;
  const open = async () => {
    Part = await load().then(
      (module) => module.default,
      () => NotLoaded,
    );
  };
  return memo(() => {
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    useLayoutEffect(() => {
      if (Part !== null) return;
      loading ??= open();
      void loading.then(() => startTransition(redraw));
    });
    const retry = () => {
      Part = loading = null;
      redraw();
    };
    return Part ? <Part onRetry={retry} /> : fallback;
  });
}

/**
 * A retry helps after a moment without network. Only a reload helps in Firefox, which remembers that a script failed to
 * load, and after two deployments, when no server has this page's scripts.
 */
function NotLoaded({ onRetry }: Retry) {
  return (
    <p className="note">
      <span>This part didn't load. </span>
      <button type="button" onClick={onRetry}>
        Try again
      </button>
      <span> </span>
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  );
}

const REDRAW_MS = 1_000;

/**
 * Redraws a screen whose drawing failed, as after an extension has moved React's elements. A screen that fails again at
 * once, however long its drawing takes, offers a retry.
 */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };
  /** When the last redraw was done; infinite while one is under way. */
  redrawnAt = Number.NEGATIVE_INFINITY;

  override componentDidCatch(): void {
    if (performance.now() - this.redrawnAt >= REDRAW_MS) this.redraw();
  }

  override componentDidUpdate(): void {
    if (!this.state.hasFailed) this.redrawnAt = Math.min(this.redrawnAt, performance.now());
  }

  redraw = (): void => {
    this.redrawnAt = Number.POSITIVE_INFINITY;
    this.setState({ hasFailed: false });
  };

  override render(): ReactNode {
    return this.state.hasFailed ? <NotLoaded onRetry={this.redraw} /> : this.props.children;
  }
}

/** Whether a screen has been shown: it then stays, hidden, so that the person returns to the same place. */
export function useWasShown(isShown: boolean): boolean {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return wasShown;
}

/** Whether `wait`, which begins when the component mounts, is over. The render that follows is a transition. */
export function useIsOver(wait: () => Promise<void>): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => void wait().then(() => startTransition(() => setIsOver(true))), [wait]);
  return isOver;
}

/** The value of an atom. Hydration begins with the initial value, which the static page shows. */
export function useValue<T>({ listen, get, init }: WritableAtom<T>): T {
  return useSyncExternalStore(listen, get, () => init as T);
}

/**
 * A part of an atom's value; the component renders only when the part differs. `select` must return the same object for
 * the same value.
 */
export function useSelected<T, S>({ listen, get, init }: WritableAtom<T>, select: (value: T) => S): S {
  return useSyncExternalStore(
    listen,
    () => select(get()),
    () => select(init as T),
  );
}
