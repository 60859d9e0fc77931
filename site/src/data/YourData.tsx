import { type ChangeEvent, useRef, useState } from "react";
import { $config } from "../session/setup.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useValue } from "../ui/react.tsx";
import { $exportAge, closeDialog } from "../view/status.ts";
import { Backups } from "./Backups.tsx";
import { $transfer, accept, decline, exportJson, exportTable, NOTHING, type Proposal, propose } from "./transfer.ts";

/** Export and import, and in local mode the backups. */
export default function YourData() {
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const age = useValue($exportAge);
  const { local } = useValue($config);
  const [turn, setTurn] = useState(0);
  const close = () => {
    decline();
    closeDialog();
  };
  const onDone = () => setTurn((turn) => turn + 1);
  return (
    <Dialog title="Your data" onClose={close}>
      <p>
        All your ticks, marks and settings as a file, and back. An import never unticks: you see first what it would
        change, and Undo takes it back.
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
      <Outcome about="" stay={() => chooser.current?.focus()} onDone={onDone} />
      {local && (
        <Backups turn={turn} outcome={(about, stay) => <Outcome about={about} stay={stay} onDone={onDone} />} />
      )}
    </Dialog>
  );
}

interface OutcomeProps {
  /** A backup's id; empty for a file. */
  readonly about: string;
  /** Moves the focus to an element that stays, because the pressed button disappears. */
  readonly stay: () => void;
  readonly onDone: () => void;
}

/** The preview with its buttons, then the outcome. */
function Outcome({ about, stay, onDone }: OutcomeProps) {
  const transfer = useValue($transfer);
  const { note, proposal } = transfer.about === about ? transfer : NOTHING;
  const decide = (act: () => void) => () => {
    stay();
    act();
  };
  return (
    <>
      <p role="status" className="note">
        {note}
      </p>
      {proposal && (
        <Consent
          proposal={proposal}
          onAccept={(hasAccounts) => decide(() => void accept(hasAccounts).then(onDone))()}
          onDecline={decide(decline)}
        />
      )}
    </>
  );
}

interface ConsentProps {
  readonly proposal: Proposal;
  readonly onAccept: (hasAccounts: boolean) => void;
  readonly onDecline: () => void;
}

const ACTS = { import: "Import", restore: "Bring back" };

function Consent({ proposal: { command, withAccounts, isForeign }, onAccept, onDecline }: ConsentProps) {
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
        <button type="button" className="primary" onClick={() => onAccept(hasAccounts)}>
          {`${ACTS[command]}${isForeign ? " all the same" : ""}`}
        </button>
        <button type="button" onClick={onDecline}>
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
