import { type ChangeEvent, useRef, useState } from "react";
import { useValue } from "../ui/react.tsx";
import { Sheet } from "../ui/Sheet.tsx";
import { $exportAge, closeSheet } from "../view/status.ts";
import { $transfer, accept, decline, exportJson, exportTable, type Proposal, propose } from "./transfer.ts";

/** Export and import. */
export default function YourData() {
  const { note, proposal } = useValue($transfer);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const age = useValue($exportAge);
  const close = () => {
    decline();
    closeSheet();
  };
  // The pressed button disappears, so the focus moves to one that stays.
  const decide = (act: () => void) => () => {
    chooser.current?.focus();
    act();
  };
  return (
    <Sheet title="Your data" onClose={close}>
      <p>
        All your ticks, marks and settings as a file, and back. An import never unticks, and you see first what it would
        change.
      </p>
      {age && <p>{`${age}.`}</p>}
      <p className="cluster">
        <button type="button" onClick={exportJson}>
          Export JSON
        </button>
        <button type="button" onClick={exportTable}>
          Export CSV
        </button>
        <button ref={chooser} type="button" onClick={() => input.current?.click()}>
          Import…
        </button>
        <input ref={input} type="file" hidden accept=".json,.csv,.tsv,.txt" onChange={proposeChosen} />
      </p>
      <p role="status" className="note">
        {note}
      </p>
      {proposal && <Consent proposal={proposal} decide={decide} />}
    </Sheet>
  );
}

interface ConsentProps {
  readonly proposal: Proposal;
  readonly decide: (act: () => void) => () => void;
}

function Consent({ proposal: { withAccounts, isForeign }, decide }: ConsentProps) {
  const [hasAccounts, setHasAccounts] = useState(false);
  return (
    <>
      {withAccounts && (
        <label className="cluster">
          <input type="checkbox" checked={hasAccounts} onChange={({ target }) => setHasAccounts(target.checked)} />
          <span>Accounts, too</span>
        </label>
      )}
      <p className="cluster">
        <button type="button" className="primary" onClick={decide(() => accept(hasAccounts))}>
          {isForeign ? "Import all the same" : "Import"}
        </button>
        <button type="button" onClick={decide(decline)}>
          Cancel
        </button>
      </p>
    </>
  );
}

/** Clearing the value lets the person choose the same file again. */
function proposeChosen({ target }: ChangeEvent<HTMLInputElement>): void {
  const [file] = target.files ?? [];
  if (file) void propose(file);
  target.value = "";
}
