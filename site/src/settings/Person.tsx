import {
  configFor,
  consentText,
  interviewPlanText,
  JUDGE_KEYS,
  type JudgeKey,
  NO_SETTINGS,
  readAccount,
  type SettingParts,
  SOURCE_NUMBERS,
  settingText,
  sourceName,
  sourceOfJudge,
  textsInForce,
  weekdayNames,
} from "@dailyleet/core";
import { type FormEvent, Fragment, useEffect, useEffectEvent, useState } from "react";
import { changeSetting } from "../changes/changeSetting.ts";
import { usePractice } from "../practice/practice.ts";
import { ListSelect, PlanDay } from "../practice/Today.tsx";
import { dayName } from "../practice/wording.ts";
import { $config, $siteConfig } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { settingName } from "../view/speech.ts";
import { $today } from "../view/today.ts";
import { FIRST_WEEKDAY } from "../view/weeks.ts";
import { Choice, Row, type RowNote } from "./Row.tsx";

const NOTHING: RowNote = { text: "", isFault: false };
const UNSET: SettingParts = { value: "" };

/** A setting of the person: the texts in force, the functions that change them, and the props of its row. */
function useSetting(row: string) {
  const config = useValue($config);
  const [note, setNote] = useState(NOTHING);
  const usual = settingText(row, textsInForce(row, configFor(useValue($siteConfig), NO_SETTINGS)));
  const texts = textsInForce(row, config);
  const isOther = usual !== "" && settingText(row, texts) !== usual;
  const tell = (fault: string) => setNote({ text: fault || "Saved", isFault: fault !== "" });
  /** Returns whether the texts are allowed. */
  const change = (given: SettingParts): boolean => {
    const fault = changeSetting(row, given);
    tell(fault);
    return fault === "";
  };
  const hasDefault = isOther || config.unusable.some((cell) => cell.row === row);
  const shown = { title: settingName(row), note, onUnset: hasDefault ? () => void change(UNSET) : null };
  return { texts, value: texts.value ?? "", change, tell, shown };
}

export function PracticeSettings() {
  const list = useSetting("list");
  const plan = useSetting("plan");
  const today = useValue($today);
  const study = usePractice()?.study;
  return (
    <>
      <Row {...list.shown}>{(named) => <ListSelect {...named} />}</Row>
      <Row {...plan.shown}>{(named) => <PlanDay {...named} onChange={plan.tell} />}</Row>
      <Row title="New a day">
        {(named) => (
          <output {...named}>
            {study && today
              ? interviewPlanText(study, today, dayName)
              : "By the plan. Without one: 5 questions, due ones first."}
          </output>
        )}
      </Row>
    </>
  );
}

export function DaySettings() {
  const weekdays = useSetting("rest.weekdays");
  const perMonth = useSetting("rest.perMonth");
  const names = weekdayNames(FIRST_WEEKDAY).map((name) => name.slice(0, 3));
  const counts = Array.from({ length: 11 }, (_, count) => [`${count}`, count === 0 ? "None" : `${count}`] as const);
  const chosen = weekdays.value.split(",").filter(Boolean);
  const toggle = (day: string) => {
    const days = chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day];
    weekdays.change({ value: days.join(",") });
  };
  return (
    <>
      <Fields row="dayEndsAt" fields={[{ part: "value", type: "time" }]} />
      <Row {...weekdays.shown}>
        {(named) => (
          <fieldset {...named} className="weekdays cluster">
            {names.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={chosen.includes(name.toLowerCase())}
                onClick={() => toggle(name.toLowerCase())}
              >
                {name}
              </button>
            ))}
          </fieldset>
        )}
      </Row>
      <Row {...perMonth.shown}>
        {(named) => (
          <Choice
            {...named}
            choices={counts}
            value={perMonth.value}
            onChoose={(count) => perMonth.change({ value: count === "0" ? "" : count })}
          />
        )}
      </Row>
    </>
  );
}

interface FieldsProps {
  readonly row: string;
  readonly fields: readonly { readonly part: string; readonly type: string; readonly label?: string }[];
  readonly hint?: (value: string) => string;
}

/**
 * Text fields with a button that saves them; closing the dialog saves them, too. A field with unsaved text keeps it when
 * the setting changes.
 */
function Fields({ row, fields, hint }: FieldsProps) {
  const { texts, change, shown } = useSetting(row);
  const [typed, setTyped] = useState<SettingParts>({});
  const textOf = (part: string) => typed[part] ?? texts[part] ?? "";
  const given = Object.fromEntries(fields.map(({ part }) => [part, textOf(part).trim()]));
  const isChanged = fields.some(({ part }) => given[part] !== (texts[part] ?? ""));
  const save = () => {
    if (isChanged && change(given)) setTyped({});
  };
  const leave = useEffectEvent(save);
  useEffect(() => () => leave(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const unset = () => {
    setTyped({});
    shown.onUnset?.();
  };
  return (
    <Row
      {...shown}
      note={isChanged === shown.note.isFault ? shown.note : NOTHING}
      onUnset={shown.onUnset && unset}
      hint={hint?.(given.value ?? "")}
    >
      {(named) => (
        <form className="cluster" noValidate onSubmit={submit}>
          {fields.map(({ part, label, type }, index) => (
            <input
              key={part}
              type={type}
              id={index === 0 ? named.id : undefined}
              {...(label === undefined
                ? { "aria-labelledby": named["aria-labelledby"] }
                : { "aria-label": `${label}, ${shown.title}`, placeholder: label })}
              value={textOf(part)}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped({ ...typed, [part]: target.value })}
            />
          ))}
          {isChanged && (
            <button type="submit" className="primary" aria-label={`Save: ${shown.title}`}>
              Save
            </button>
          )}
        </form>
      )}
    </Row>
  );
}

const SOURCE_FIELDS = [
  { part: "name", type: "text", label: "Name" },
  { part: "url", type: "url", label: "Address" },
];

/** Each source: the account at its site, and its name and address. An account without a source comes last. */
export function SourceSettings() {
  const { sources, accounts = {} } = useValue($config);
  const placeOf = (judge: JudgeKey) => sourceOfJudge(judge, sources);
  return (
    <>
      {SOURCE_NUMBERS.map((number) => (
        <Fragment key={number}>
          {JUDGE_KEYS.filter((judge) => placeOf(judge) === number).map((judge) => (
            <Account key={judge} judge={judge} />
          ))}
          <details>
            <summary>{`${sourceName(sources, number)}: name and address`}</summary>
            <Fields row={`source.${number}`} fields={SOURCE_FIELDS} />
          </details>
        </Fragment>
      ))}
      {JUDGE_KEYS.filter((judge) => placeOf(judge) === null && accounts[judge]).map((judge) => (
        <Account key={judge} judge={judge} />
      ))}
    </>
  );
}

function Account({ judge }: { judge: JudgeKey }) {
  const { local } = useValue($config);
  const act = `${local ? "press 'Check my sites' or " : ""}run 'dailyleet fetch'`;
  const hint = (name: string) => (name ? consentText(judge, readAccount(judge, name) ?? name, act) : "");
  return <Fields row={`account.${judge}`} fields={[{ part: "value", type: "text" }]} hint={hint} />;
}

export function ProblemsSetting() {
  const { local } = useValue($config);
  const { value, change, shown } = useSetting("problems");
  const where = local ? "today's card. This computer asks" : "the terminal's day. Its computer asks";
  return (
    <Row {...shown} hint={`By name in ${where} your sites for them, each once a day at most.`}>
      {(named) => (
        <input
          {...named}
          type="checkbox"
          checked={value === "on"}
          onChange={({ target: { checked } }) => change({ value: checked ? "on" : "" })}
        />
      )}
    </Row>
  );
}
