import { $filter, chooseState } from "../questions/filter.ts";
import { useValue } from "../ui/useValue.ts";
import { PlainSign } from "./Sign.tsx";
import { LIST_STATES, type ListState } from "./states.ts";
import type { Standing } from "./wording.ts";

const CHIPS: Readonly<Record<ListState, { readonly name: string; readonly sign: Standing }>> = {
  due: { name: "Due", sign: "due" },
  new: { name: "New", sign: "new" },
  practised: { name: "Practised", sign: "learning" },
};

/** Narrows the list by where the person stands: to one state at a time. */
export function StateFilter() {
  const { state } = useValue($filter);
  return (
    <div className="chips">
      {LIST_STATES.map((own) => {
        const { name, sign } = CHIPS[own];
        const isChosen = state === own;
        return (
          <button key={own} type="button" aria-pressed={isChosen} onClick={() => chooseState(isChosen ? null : own)}>
            <PlainSign standing={sign} /> {name}
          </button>
        );
      })}
    </div>
  );
}
