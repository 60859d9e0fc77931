import type { WritableAtom } from "nanostores";
import { useSyncExternalStore } from "react";

/** The value of an atom. Hydration begins with the initial one, which the static page shows. */
export function useValue<T>({ listen, get, init }: WritableAtom<T>): T {
  return useSyncExternalStore(listen, get, () => init as T);
}
