import { useValue } from "../ui/useValue.ts";
import { $session } from "./session.ts";
import { $setup } from "./setup.ts";
import { $view, type Shown, shownScreen } from "./view.ts";

export function useScreen(): Shown {
  return shownScreen(useValue($setup), useValue($session), useValue($view));
}
