import { $session } from "../session/session.ts";
import { $setup } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { $view, type Shown, shownScreen } from "./view.ts";

/** Apart from the view, which the sign-in screen needs without React. */
export function useScreen(): Shown {
  return shownScreen(useValue($setup), useValue($session), useValue($view));
}
