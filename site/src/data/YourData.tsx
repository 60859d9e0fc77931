import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { $connection } from "../replica/connection.ts";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { bringIntoView } from "../ui/scrolling.ts";
import { $exportAge, followExportAge } from "./safety.ts";
import { $transfer, accept, decline, exportJson, exportTable, propose } from "./transfer.ts";

/** Export and import at the foot of the calendar. */
export default function YourData() {
  const [hasOpened, setHasOpened] = useState(false);
  const { local } = useValue($config);
  const uid = useValue($connection)?.uid;
  const age = useValue($exportAge);
  useEffect(() => {
    if (local && uid !== undefined) void followExportAge(uid).catch(() => {});
  }, [local, uid]);
  return (
    <details className="your-data" onToggle={() => setHasOpened(true)}>
      <summary>{age ? `Your data: ${age}` : "Your data"}</summary>
      {hasOpened && <DataMenu />}
    </details>
  );
}

function DataMenu() {
  const { note, proposal } = useValue($transfer);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The menu is at the end of the page, often below the window.
    if (note !== "" && outcome.current) bringIntoView(outcome.current, "nearest");
  }, [note]);
  // The pressed button disappears, so the focus moves to one that stays.
  const decide = (act: () => void) => () => {
    chooser.current?.focus();
    act();
  };
  return (
    <>
      <p className="choices">
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
      <div ref={outcome}>
        <p role="status" className="note">
          {note}
        </p>
        {proposal && (
          <p className="choices">
            <button type="button" className="primary" onClick={decide(accept)}>
              Import
            </button>
            <button type="button" onClick={decide(decline)}>
              Cancel
            </button>
          </p>
        )}
      </div>
    </>
  );
}

/** Clearing the value lets the person choose the same file again. */
function proposeChosen({ target }: ChangeEvent<HTMLInputElement>): void {
  const [file] = target.files ?? [];
  if (file) void propose(file);
  target.value = "";
}
