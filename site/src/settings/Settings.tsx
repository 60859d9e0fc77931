import { capitalise, counted, firstWeekday, type Rest, WEEKDAY_NAMES } from "@dailyleet/core";
import { $choiceFaults, $choices, chooseList, listChoices } from "../list/questions.ts";
import { usePractice } from "../practice/practice.ts";
import { PlanDay } from "../practice/Today.tsx";
import { planText } from "../practice/wording.ts";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import { Sheet } from "../ui/Sheet.tsx";
import { closeSheet } from "../view/status.ts";
import { $theme, chooseTheme, THEMES, type Theme } from "../view/theme.ts";
import { $today } from "../view/today.ts";
import { $weekChoice, chooseFirstWeekday } from "../view/weeks.ts";
import { OfComputer } from "./Computer.tsx";
import { BROWSER, Choice, COMPUTER, Row, SITE } from "./Row.tsx";
import styles from "./settings.css?url";

export default function Settings() {
  const { local } = useValue($config);
  return (
    <Sheet title="Settings" className="settings" onClose={closeSheet}>
      <link rel="stylesheet" href={styles} precedence="default" />
      <section>
        <h3>Look</h3>
        <Looks />
      </section>
      <section>
        <h3>Practice</h3>
        <Practice />
      </section>
      {local ? <OfComputer /> : <OfSite />}
    </Sheet>
  );
}

function Looks() {
  const theme = useValue($theme);
  const weekChoice = useValue($weekChoice);
  const usual = WEEKDAY_NAMES[firstWeekday(navigator.language)] ?? "";
  const weekdays = WEEKDAY_NAMES.map((name, day) => [`${day}`, name] as const);
  return (
    <>
      <Row title="Theme" place={BROWSER}>
        {(named) => (
          <Choice
            {...named}
            choices={THEMES.map((name) => [name, name])}
            value={theme}
            onChoose={(name) => chooseTheme(name as Theme)}
          />
        )}
      </Row>
      <Row title="Week begins on" place={BROWSER}>
        {(named) => (
          <Choice
            {...named}
            choices={[["", `${usual}, by language`], ...weekdays]}
            value={weekChoice}
            onChoose={chooseFirstWeekday}
          />
        )}
      </Row>
    </>
  );
}

function Practice() {
  const { list } = useValue($choices);
  const faults = useValue($choiceFaults);
  const config = useValue($config);
  const place = config.local ? COMPUTER : BROWSER;
  const today = useValue($today);
  const study = usePractice()?.study;
  return (
    <>
      <Row title="List" place={place} note={{ text: faults.list, isFault: true }}>
        {(named) => <Choice {...named} choices={listChoices(config)} value={list} onChoose={chooseList} />}
      </Row>
      <Row title="Plan: finish by" place={place} note={{ text: faults.plan, isFault: true }}>
        {(named) => <PlanDay {...named} />}
      </Row>
      <Row title="New a day" place={place}>
        {(named) => (
          <output {...named}>
            {study && today ? planText(study, today) : "By the plan. Without one: 5 questions, due ones first."}
          </output>
        )}
      </Row>
    </>
  );
}

/** What the site decides for all who sign in. */
function OfSite() {
  const { dayEndsAt = "00:00", rest, sources } = useValue($config);
  const facts = [
    ["A day ends at", dayEndsAt],
    ["Rest days", restText(rest)],
    ...sources.map(({ name, url }, index) => [`Site ${index + 1}`, `${name}: ${url}`] as const),
  ] as const;
  return (
    <section>
      <h3>Days and sites</h3>
      <p>Whoever runs this site decides these, in its dailyleet.json.</p>
      {facts.map(([title, text]) => (
        <Row key={title} title={title} place={SITE}>
          {(named) => <output {...named}>{text}</output>}
        </Row>
      ))}
    </section>
  );
}

/** 'Sun, Sat, and 2 missed days a month' */
function restText({ weekdays = [], perMonth = 0 }: Rest = {}): string {
  const days = weekdays.map(capitalise);
  return [...days, ...(perMonth > 0 ? [`${counted(perMonth, "missed day")} a month`] : [])].join(", ") || "None";
}
