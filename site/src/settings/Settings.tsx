import { firstWeekday, unusableText, WEEKDAY_NAMES } from "@dailyleet/core";
import { $config } from "../session/setup.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useValue } from "../ui/react.tsx";
import { closeDialog } from "../view/status.ts";
import { $theme, chooseTheme, THEMES, type Theme } from "../view/theme.ts";
import { $weekChoice, chooseFirstWeekday } from "../view/weeks.ts";
import { DaySettings, PracticeSettings, ProblemsSetting, SourceSettings } from "./Person.tsx";
import { Choice, Row } from "./Row.tsx";
import styles from "./settings.css?url";

export default function SettingsDialog() {
  const { local, fault, unusable } = useValue($config);
  return (
    <Dialog title="Settings" className="settings" onClose={closeDialog}>
      <link rel="stylesheet" href={styles} precedence="default" />
      <div className="fault">
        {[...(fault ? [fault] : []), ...unusable.map(unusableText)].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      <section>
        <h3>Look</h3>
        <p>In this browser only.</p>
        <Looks />
      </section>
      <p>{local ? "In this profile, on the page and in the terminal." : "Yours, on every device."}</p>
      <section>
        <h3>Practice</h3>
        <PracticeSettings />
      </section>
      <section>
        <h3>Days</h3>
        <DaySettings />
      </section>
      <section>
        <h3>Your five sites</h3>
        <p>Name your account, and what you solved can be ticked for you.</p>
        <SourceSettings />
        <ProblemsSetting />
      </section>
    </Dialog>
  );
}

function Looks() {
  const theme = useValue($theme);
  const weekChoice = useValue($weekChoice);
  const usual = WEEKDAY_NAMES[firstWeekday(navigator.language)] ?? "";
  const weekdays = WEEKDAY_NAMES.map((name, day) => [`${day}`, name] as const);
  return (
    <>
      <Row title="Theme">
        {(named) => (
          <Choice
            {...named}
            choices={THEMES.map((name) => [name, name])}
            value={theme}
            onChoose={(name) => chooseTheme(name as Theme)}
          />
        )}
      </Row>
      <Row title="Week begins on">
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
