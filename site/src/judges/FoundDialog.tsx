import {
  counted,
  type FoundTick,
  JUDGE_KEYS,
  JUDGES,
  readDate,
  shortDate,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import { useEffect, useState } from "react";
import { $config } from "../session/setup.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useValue } from "../ui/react.tsx";
import { closeDialog, messageOf } from "../view/status.ts";
import { $today } from "../view/today.ts";
import { AccountForm, judgesOf } from "./AccountForm.tsx";
import { addTicks, askForTicks, type Findings } from "./find.ts";
import styles from "./found.css?url";

type State =
  | { readonly status: "asking" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "answered"; readonly findings: Findings };

/** Offers the missing ticks that the judges of the person's accounts know; without an account, asks for one. */
export default function FoundDialog() {
  const { accounts, sources } = useValue($config);
  const [isNamed, setIsNamed] = useState(accounts !== undefined);
  if (isNamed) return <Search />;
  const judges = judgesOf(sources);
  return (
    <Dialog title="Check my sites" className="found" onClose={closeDialog}>
      <p>{judges.length > 0 ? "What you solved there can be ticked for you." : NO_JUDGE}</p>
      {judges.length > 0 && <AccountForm judges={judges} onNamed={() => setIsNamed(true)} />}
    </Dialog>
  );
}

const NO_JUDGE = `None of your five sites can be asked. ${JUDGE_KEYS.map((judge) => JUDGES[judge].title).join(", ")} can: choose one in Settings.`;

function Search() {
  const [search, setSearch] = useState<State>({ status: "asking" });
  useEffect(() => {
    let isOver = false;
    askForTicks().then(
      (findings) => isOver || setSearch({ status: "answered", findings }),
      (error) => isOver || setSearch({ status: "failed", reason: messageOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, []);
  return (
    <Dialog title="Found on your sites" className="found" onClose={closeDialog}>
      <link rel="stylesheet" href={styles} precedence="default" />
      <p role="status">{statusText(search)}</p>
      {search.status === "answered" && <Choice {...search.findings} />}
    </Dialog>
  );
}

function statusText(search: State): string {
  if (search.status === "asking") return "Asking your sites… A site may take 8 seconds.";
  if (search.status === "failed") return search.reason;
  const { ticks, sites } = search.findings;
  if (sites.every(({ fault }) => fault !== null)) return "No site gave an answer.";
  return ticks.length === 0 ? "No new ticks." : `${counted(ticks.length, "tick")} found.`;
}

function Choice({ ticks, sites }: Findings) {
  const [chosen, setChosen] = useState(() => new Set(ticks.filter(({ isOffered }) => !isOffered)));
  const [reason, setReason] = useState("");
  const choose = (tick: FoundTick) =>
    setChosen(
      (before) => new Set(before.has(tick) ? [...before].filter((other) => other !== tick) : [...before, tick]),
    );
  const add = () => void addTicks([...chosen]).then(closeDialog, (error) => setReason(messageOf(error)));
  return (
    <>
      {[...Map.groupBy(ticks, ({ date }) => date)].map(([date, ofDay]) => (
        <fieldset key={date}>
          <legend>{dayText(date)}</legend>
          {ofDay.map((tick) => (
            <TickChoice key={tick.cell.column} tick={tick} isChosen={chosen.has(tick)} onChoose={choose} />
          ))}
        </fieldset>
      ))}
      {ticks.length > 0 && (
        <p>
          <button type="button" className="primary" aria-disabled={chosen.size === 0} onClick={add}>
            {`Add ${counted(chosen.size, "tick")}`}
          </button>
        </p>
      )}
      <p role="alert">{reason}</p>
      <ul>
        {sites.map(({ site, line, fault }) => (
          <li key={site} className={fault === null ? undefined : "fault"}>
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

interface TickChoiceProps {
  readonly tick: FoundTick;
  readonly isChosen: boolean;
  readonly onChoose: (tick: FoundTick) => void;
}

function TickChoice({ tick, isChosen, onChoose }: TickChoiceProps) {
  const { name, problems, isOffered } = tick;
  return (
    <label>
      <input type="checkbox" checked={isChosen} onChange={() => onChoose(tick)} />
      <span>
        <b>{name}</b>
        <span> </span>
        <bdi>{problems.join(", ")}</bdi>
        {isOffered && <small>date as the site gives it</small>}
      </span>
    </label>
  );
}

/** 'Tuesday, November 24' */
function dayText(text: string): string {
  const date = readDate(text);
  if (date === null) return text;
  const year = date.year === $today.get()?.year ? "" : `, ${date.year}`;
  return `${WEEKDAY_NAMES[weekday(date)]}, ${shortDate(date)}${year}`;
}
