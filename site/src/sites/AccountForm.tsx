import { consentText, readAccount, SITES, type SiteKey, type Source, siteOfSource } from "@dailyleet/core";
import { type FormEvent, useId, useRef, useState } from "react";
import { changeSetting } from "../changes/changeSetting.ts";
import styles from "./account.css?url";

/** The sites that can be asked, in the order of their sources. */
export function sitesOf(sources: readonly Source[]): readonly SiteKey[] {
  return [...new Set(sources.map(siteOfSource))].filter((site) => site !== null);
}

interface AccountFormProps {
  readonly sites: readonly SiteKey[];
  /** Called when at least one account is named, and every name is allowed. */
  readonly onNamed: () => void;
}

/** Asks for the person's accounts. The text of the consent shows from the first letter on. */
export function AccountForm({ sites, onNamed }: AccountFormProps) {
  const [typed, setTyped] = useState<Partial<Record<SiteKey, string>>>({});
  const [fault, setFault] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const named = sites.flatMap((site) => {
    const name = typed[site]?.trim();
    return name ? [{ site, name }] : [];
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const faults = named.map(({ site, name }) => changeSetting(`account.${site}`, { value: name })).filter(Boolean);
    setFault(faults.join(" "));
    if (named.length === 0) form.current?.querySelector("input")?.focus();
    else if (faults.length === 0) onNamed();
  };
  return (
    <form ref={form} className="accounts" noValidate onSubmit={submit}>
      <link rel="stylesheet" href={styles} precedence="default" />
      {sites.map((site) => (
        <div key={site}>
          <label htmlFor={id + site}>{`Your ${SITES[site].title} name`}</label>
          <input
            id={id + site}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={typed[site] ?? ""}
            onChange={({ target }) => setTyped({ ...typed, [site]: target.value })}
          />
        </div>
      ))}
      <button type="submit" aria-describedby={`${id}-consent`}>
        {FIND}
      </button>
      <div id={`${id}-consent`}>
        {named.map(({ site, name }) => (
          <small key={site}>{consentText(site, readAccount(site, name) ?? name, ACT)}</small>
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
