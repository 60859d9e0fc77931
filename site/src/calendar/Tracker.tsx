import { useLayoutEffect, useState } from "react";
import { $signedIn } from "../app/person.ts";
import { Session } from "../app/Session.tsx";
import { useScreen } from "../app/useScreen.ts";
import { $isKnown, $isRead } from "../replica/ticks.ts";
import { useValue } from "../ui/useValue.ts";

/** The calendar of a person who is known, below what depends on who that is: together, so that they show in one frame. */
export default function Tracker() {
  const part = useValue($signedIn);
  const isRead = useValue($isRead);
  const isKnown = useValue($isKnown);
  const isShown = useScreen() === "calendar" && isRead;
  const [hasShown, setHasShown] = useState(false);
  if (isShown && !hasShown) setHasShown(true);
  useAtOnce();
  return (
    <>
      <Session />
      <main className="tracker" tabIndex={-1} aria-label="Calendar" hidden={!isShown} aria-busy={!isKnown}>
        {hasShown && part && <part.CalendarScreen isShown={isShown} />}
      </main>
    </>
  );
}

/**
 * The static page becomes the person's in the turn in which it comes to life: without this, React looks at the stores
 * in a turn of its own, after a frame that shows nothing new.
 */
function useAtOnce(): void {
  const [, setIsAlive] = useState(false);
  useLayoutEffect(() => setIsAlive(true), []);
}
