import { $filter, chooseState } from "../questions/filter.ts";
import { useValue } from "../ui/useValue.ts";
import { PlainSign } from "./Sign.tsx";
import { LIST_STATES, type ListState, STATE_NAMES } from "./states.ts";
import type { CardState } from "./wording.ts";

const SIGNS: Readonly<Record<ListState, CardState>> = { due: "due", new: "new", practised: "learning" };

/** Narrows the list by where the person stands: to one state at a time. */
export function StateFilter() {
  const { state } = useValue($filter);
  return (
    <div className="chips">
      {LIST_STATES.map((own) => {
        const isChosen = state === own;
        return (
          <button key={own} type="button" aria-pressed={isChosen} onClick={() => chooseState(isChosen ? null : own)}>
            <PlainSign standing={SIGNS[own]} /> {STATE_NAMES[own]}
          </button>
        );
      })}
    </div>
  );
}
