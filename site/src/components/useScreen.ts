import { $session } from "../stores/session.ts";
import { $setup } from "../stores/setup.ts";
import { $view, type Shown, shownScreen } from "../stores/view.ts";
import { useValue } from "./useValue.ts";

export function useScreen(): Shown {
  return shownScreen(useValue($setup), useValue($session), useValue($view));
}
