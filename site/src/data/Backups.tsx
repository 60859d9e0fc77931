import { backupText, type PageBackup } from "@dailyleet/core";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useValue } from "../ui/react.tsx";
import { messageOf } from "../view/status.ts";
import styles from "./backups.css?url";
import { type BackupList, readBackups, savedText } from "./backups.ts";
import { $transfer, proposeBackup } from "./transfer.ts";

type Reading =
  | { readonly status: "reading" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "read"; readonly list: BackupList };

interface BackupsProps {
  /** A new number makes the component read the list again. */
  readonly turn: number;
  /** The preview of a backup with its buttons; a press on one moves the focus by `stay`. */
  readonly outcome: (id: string, stay: () => void) => ReactElement;
}

const FIRST_SHOWN = 5;

/** In local mode: the backups on this computer, each with a button that restores it. */
export function Backups({ turn, outcome }: BackupsProps) {
  const [reading, setReading] = useState<Reading>({ status: "reading" });
  const [isWhole, setWhole] = useState(false);
  const { about, proposal } = useValue($transfer);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn reads again
  useEffect(() => {
    let isOver = false;
    readBackups().then(
      (list) => isOver || setReading({ status: "read", list }),
      (error) => isOver || setReading({ status: "failed", reason: messageOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [turn]);
  const all = reading.status === "read" ? reading.list.backups : [];
  const shown = isWhole ? all : all.slice(0, FIRST_SHOWN);
  const stay = () => heading.current?.focus();
  return (
    <section className="backups">
      <link rel="stylesheet" href={styles} precedence="default" />
      <h3 ref={heading} tabIndex={-1}>
        Backups
      </h3>
      <p role="status">{statusText(reading)}</p>
      <ul>
        {shown.map((backup) => (
          <li key={backup.id}>
            <Row backup={backup} isProposed={about === backup.id && proposal !== null} />
            {about === backup.id && outcome(backup.id, stay)}
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <button type="button" onClick={() => setWhole(true)}>{`Show all ${all.length}`}</button>
      )}
    </section>
  );
}

function statusText(reading: Reading): string {
  if (reading.status === "reading") return "Reading the backups…";
  if (reading.status === "failed") return reading.reason;
  const { daily, backups } = reading.list;
  if (!daily) return "No backup is saved each day, because 'backups' is off.";
  return backups.length === 0
    ? "No backups yet; the first tick or mark of a day saves one."
    : "The first change of a day and large ones save a backup on this computer.";
}

/** While a restore is proposed, the preview's button stands for the row's. */
function Row({ backup, isProposed }: { readonly backup: PageBackup; readonly isProposed: boolean }) {
  const when = savedText(backup);
  const name = `The backup of ${when}`;
  return (
    <>
      <div>
        <b>{when}</b>
        <p className="soft">{backupText(backup)}</p>
      </div>
      {backup.adds !== 0 && backup.ticks !== null && !isProposed && (
        <button type="button" aria-label={`Bring back ${when}`} onClick={() => void proposeBackup(backup.id, name)}>
          Bring back
        </button>
      )}
    </>
  );
}
