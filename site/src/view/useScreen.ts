import { $session } from "../session/session.ts";
import { $setup } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { $view, type Shown, shownScreen } from "./view.ts";

/** In a file of its own: the sign-in screen needs `view.ts` without React. */
export function useScreen(): Shown {
  return shownScreen(useValue($setup), useValue($session), useValue($view));
}
