import type { WritableAtom } from "nanostores";
import { useSyncExternalStore } from "react";

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
