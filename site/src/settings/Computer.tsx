import {
  consentText,
  readAccount,
  type SettingKey,
  type SettingsDocument,
  SITE_KEYS,
  SITES,
  type SiteKey,
  weekdayNames,
} from "@dailyleet/core";
import { type FormEvent, useEffect, useState } from "react";
import { $settings, readSettings, saveSetting } from "../session/settings.ts";
import { useValue } from "../ui/react.tsx";
import { FIRST_WEEKDAY } from "../view/weeks.ts";
import { Choice, COMPUTER, Row, type RowNote } from "./Row.tsx";

/** What `dailyleet config` can change, too. */
export function OfComputer() {
  const read = useValue($settings);
  /** Null once the settings are read. */
  const [fault, setFault] = useState<string | null>("");
  const readAgain = () => void readSettings().then(setFault);
  useEffect(readAgain, []);
  if (read === null || fault !== null) {
    return (
      <section>
        <h3>Days and sites</h3>
        <p role="status">{fault || "Loading…"}</p>
        {fault && (
          <button type="button" onClick={readAgain}>
            Try again
          </button>
        )}
      </section>
    );
  }
  const { settings } = read;
  return (
    <>
      {read.fault && <p className="fault">{read.fault}</p>}
      <section>
        <h3>Days</h3>
        <Days settings={settings} />
      </section>
      <section>
        <h3>Your five sites</h3>
        {settings.sources.map((source, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number is what a source keeps
          <Source key={index} number={index + 1} {...source} />
        ))}
      </section>
      <section>
        <h3>What your sites know</h3>
        <p>Name your account, and what you solved can be ticked for you.</p>
        {SITE_KEYS.map((site) => (
          <Account key={site} site={site} name={settings.accounts[site] ?? ""} />
        ))}
        <Problems isOn={settings.problems} />
      </section>
    </>
  );
}

const NOTHING: RowNote = { text: "", isFault: false };

type Settings = SettingsDocument["settings"];

/** Saves a setting, and says in its row how that went. */
function useSave(key: SettingKey) {
  const [note, setNote] = useState(NOTHING);
  const save = async (value: unknown): Promise<boolean> => {
    setNote(NOTHING);
    const fault = await saveSetting(key, value);
    setNote({ text: fault ?? "Saved", isFault: fault !== null });
    return fault === null;
  };
  return [note, save] as const;
}

/** A control that saves at once; after a fault it shows the stored value again. */
function useStored<T>(key: SettingKey, stored: T) {
  const [note, save] = useSave(key);
  const [chosen, setChosen] = useState<{ readonly value: T } | null>(null);
  const choose = async (value: T, saved: unknown = value) => {
    setChosen({ value });
    if (!(await save(saved))) setChosen(null);
  };
  return { note, value: chosen ? chosen.value : stored, choose };
}

function Days({ settings }: { settings: Settings }) {
  const weekdays = useStored("rest.weekdays", settings["rest.weekdays"] ?? []);
  const perMonth = useStored("rest.perMonth", settings["rest.perMonth"] ?? 0);
  const names = weekdayNames(FIRST_WEEKDAY).map((name) => name.slice(0, 3));
  const counts = Array.from({ length: 11 }, (_, count) => [`${count}`, count === 0 ? "None" : `${count}`] as const);
  const toggle = (day: string) => {
    const { value } = weekdays;
    const days = value.includes(day) ? value.filter((other) => other !== day) : [...value, day];
    void weekdays.choose(days, days.length > 0 ? days : null);
  };
  return (
    <>
      <Form
        title="A day ends at"
        setting="dayEndsAt"
        stored={[settings.dayEndsAt ?? "00:00"]}
        fields={[{ type: "time", required: true }]}
        toValue={([time]) => (time === "00:00" ? null : time)}
      />
      <Row title="Rest days" place={COMPUTER} note={weekdays.note}>
        {(named) => (
          <fieldset {...named} className="weekdays cluster">
            {names.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={weekdays.value.includes(name.toLowerCase())}
                onClick={() => toggle(name.toLowerCase())}
              >
                {name}
              </button>
            ))}
          </fieldset>
        )}
      </Row>
      <Row title="More rest days a month" place={COMPUTER} note={perMonth.note}>
        {(named) => (
          <Choice
            {...named}
            choices={counts}
            value={`${perMonth.value}`}
            onChoose={(count) => void perMonth.choose(Number(count), Number(count) || null)}
          />
        )}
      </Row>
    </>
  );
}

interface FormProps {
  readonly title: string;
  readonly setting: SettingKey;
  /** The stored text of each field. */
  readonly stored: readonly string[];
  readonly fields: readonly { readonly type: string; readonly label?: string; readonly required?: boolean }[];
  /** What the server gets for the texts of the fields. */
  readonly toValue: (texts: readonly string[]) => unknown;
  readonly hint?: (texts: readonly string[]) => string;
}

/** Fields of text with a button that saves them. After a fault they keep what was typed. */
function Form({ title, setting, stored, fields, toValue, hint }: FormProps) {
  const [texts, setTexts] = useState(stored);
  const [note, save] = useSave(setting);
  const trimmed = texts.map((text) => text.trim());
  const isChanged = trimmed.some((text, index) => text !== stored[index]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) void save(toValue(trimmed));
  };
  return (
    <Row title={title} place={COMPUTER} note={isChanged === note.isFault ? note : NOTHING} hint={hint?.(trimmed)}>
      {(named) => (
        <form className="cluster" noValidate onSubmit={submit}>
          {fields.map(({ label, ...field }, index) => (
            <input
              key={label ?? title}
              {...field}
              {...(label === undefined ? named : { "aria-label": `${label}, ${title}`, placeholder: label })}
              value={texts[index]}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTexts(texts.with(index, target.value))}
            />
          ))}
          {isChanged && (
            <button type="submit" className="primary" aria-label={`Save: ${title}`}>
              Save
            </button>
          )}
        </form>
      )}
    </Row>
  );
}

function Source({ number, name, url }: { number: number; name: string; url: string }) {
  return (
    <Form
      title={`Site ${number}`}
      setting="source"
      stored={[name, url]}
      fields={[
        { type: "text", label: "Name" },
        { type: "url", label: "Address" },
      ]}
      toValue={([name, url]) => ({ number, name, url })}
    />
  );
}

function Account({ site, name }: { site: SiteKey; name: string }) {
  const act = "press 'Check my sites' or run 'dailyleet fetch'";
  return (
    <Form
      title={SITES[site].title}
      setting="account"
      stored={[name]}
      fields={[{ type: "text" }]}
      toValue={([name]) => ({ site, name: name || null })}
      hint={([name]) => (name ? consentText(site, readAccount(site, name) ?? name, act) : "")}
    />
  );
}

function Problems({ isOn }: { isOn: boolean }) {
  const { note, value, choose } = useStored("problems", isOn);
  return (
    <Row
      title="Problems of the day"
      place={COMPUTER}
      note={note}
      hint="By name in today's card. This computer asks your sites for them, each once a day at most."
    >
      {(named) => (
        <input
          {...named}
          type="checkbox"
          checked={value}
          onChange={({ target: { checked } }) => void choose(checked, checked ? "on" : "off")}
        />
      )}
    </Row>
  );
}
