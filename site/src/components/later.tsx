import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/** A part that is loaded when it shows for the first time. */
export function later(load: () => Promise<{ default: ComponentType }>, fallback: ReactNode): ComponentType {
  const Part = lazy(() => load().catch(() => ({ default: NotLoaded })));
  return () => (
    <Suspense fallback={fallback}>
      <Part />
    </Suspense>
  );
}

function NotLoaded() {
  return <p className="note">This part could not be loaded; reload the page.</p>;
}
