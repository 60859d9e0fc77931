import { consentText, JUDGES, type JudgeKey, judgeOfSource, readAccount, type Source } from "@dailyleet/core";
import { type FormEvent, useId, useRef, useState } from "react";
import { changeSetting } from "../changes/changeSetting.ts";
import styles from "./account.css?url";

/** The judges that can be asked, in the order of their sources. */
export function judgesOf(sources: readonly Source[]): readonly JudgeKey[] {
  return [...new Set(sources.map(judgeOfSource))].filter((judge) => judge !== null);
}

const NO_NAME = "Enter your name first.";

interface AccountFormProps {
  readonly judges: readonly JudgeKey[];
  /** Called when at least one account is named, and every name is allowed. */
  readonly onNamed: () => void;
}

/** Asks for the person's accounts. The text of the consent shows from the first letter on. */
export function AccountForm({ judges, onNamed }: AccountFormProps) {
  const [typed, setTyped] = useState<Partial<Record<JudgeKey, string>>>({});
  const [fault, setFault] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const named = judges.flatMap((judge) => {
    const name = typed[judge]?.trim();
    return name ? [{ judge, name }] : [];
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const faults = named.map(({ judge, name }) => changeSetting(`account.${judge}`, { value: name })).filter(Boolean);
    setFault(named.length === 0 ? NO_NAME : faults.join(" "));
    if (named.length === 0) form.current?.querySelector("input")?.focus();
    else if (faults.length === 0) onNamed();
  };
  return (
    <form ref={form} className="accounts" noValidate onSubmit={submit}>
      <link rel="stylesheet" href={styles} precedence="default" />
      {judges.map((judge) => (
        <div key={judge}>
          <label htmlFor={id + judge}>{`Your ${JUDGES[judge].title} name`}</label>
          <input
            id={id + judge}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={typed[judge] ?? ""}
            onChange={({ target }) => setTyped({ ...typed, [judge]: target.value })}
          />
        </div>
      ))}
      <button type="submit" aria-describedby={`${id}-consent`}>
        {FIND}
      </button>
      <div id={`${id}-consent`}>
        {named.map(({ judge, name }) => (
          <small key={judge}>{consentText(judge, readAccount(judge, name) ?? name, ACT)}</small>
        ))}
      </div>
      <p role="alert" className="fault">
        {fault}
      </p>
    </form>
  );
}

const FIND = "Find my solutions";
const ACT = `press '${FIND}' or 'Check my sites', or run 'dailyleet fetch'`;
