import {
  type CivilDate,
  closingSoon,
  dayOfYear,
  dayTicks,
  restText,
  SOURCE_NUMBERS,
  streakNotes,
  streaks,
  streakText,
  type TicksByYear,
} from "@dailyleet/core";
import { useState } from "react";
import { currentLength, UNKNOWN } from "../glance/Figures.tsx";
import { shareText, useCopying } from "../picture/shareText.ts";
import { prepareQuestions } from "../questions/QuestionAccordion.tsx";
import { $isKnown } from "../replica/connection.ts";
import { $settled, useDoneToday, useIsNew, useMissing, useReach } from "../replica/years.ts";
import { $config } from "../session/setup.ts";
import { lazyPart, useValue } from "../ui/react.tsx";
import { whenQuiet } from "../ui/wait.ts";
import { speak } from "../view/speech.ts";
import { $dialog } from "../view/status.ts";
import { $now, $today } from "../view/today.ts";

/** Loads the list before the link to it shows, so that the list opens at once. */
const DueLink = lazyPart(() =>
  whenQuiet()
    .then(prepareQuestions)
    .then(() => import("../questions/DueLink.tsx")),
);

/** The sites whose day ends soon, the streak, and the questions that are due. */
export default function TodayNotes() {
  const today = useValue($today);
  const isKnown = useValue($isKnown);
  return (
    <>
      {today && isKnown && <Streak today={today} />}
      <DueLink />
      {today && isKnown && <Closing today={today} />}
    </>
  );
}

/** The streak, while the calendar shows the running year. */
function Streak({ today }: { today: CivilDate }) {
  const { rest } = useValue($config);
  const reach = useReach();
  const done = useDoneToday();
  const isJustWhole = useIsJustWhole(done);
  const isNew = useIsNew(today.year);
  // Only an earlier year tells whether the person is new.
  useMissing({ missing: isNew === null ? reach.missing : null });
  if (done === null || isNew === null) return null;
  if (isNew) return <b>{FIRST}</b>;
  const found = streaks(reach.years, today, rest);
  const length = currentLength(found.current, reach, today, rest);
  if (length === UNKNOWN) return null;
  const text = streakText(found.current.days && length.replace(/ days?$/, ""), done === 0);
  const [, number, words] = /^(\d+\+?)-(.+)$/.exec(text) ?? [];
  // While a year is missing, a longer streak may be found.
  const notes = reach.missing === null ? streakNotes(found, done === 0) : "";
  const used = restText(rest, found.restUsed, today);
  return (
    <>
      <span className={isJustWhole ? "just-whole" : undefined} title={used && `Streak ${found.current.days}, ${used}`}>
        {number ? (
          <>
            <b className="streak">{number}</b>
            <span className="unseen">-</span>
            <span>{words}</span>
          </>
        ) : (
          <b>{text}</b>
        )}
        {notes && <span className="soft">{`, ${notes}`}</span>}
      </span>
      {done === ALL && <WaysToShare years={reach.years} today={today} days={found.current.days} />}
    </>
  );
}

interface ShareProps {
  readonly years: TicksByYear;
  readonly today: CivilDate;
  readonly days: number;
}

/** Shown when all five are done: the picture, and the week as text. */
function WaysToShare({ years, today, days }: ShareProps) {
  const { said, copy } = useCopying();
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => $dialog.set("share")}>
        Share
      </button>
      <button
        type="button"
        className="quiet-button"
        onClick={() => void copy(shareText(years, today, days)).then(speak)}
      >
        {said || "Copy my week"}
      </button>
    </>
  );
}

const FIRST = "Solve a problem on any of the five, then tick it here.";

const ALL = SOURCE_NUMBERS.length;

/** Whether the fifth tick came while the card was on the page. */
function useIsJustWhole(done: number | null): boolean {
  const [before, setBefore] = useState(done);
  const [isJustWhole, setIsJustWhole] = useState(false);
  if (done !== before) {
    setBefore(done);
    setIsJustWhole(done === ALL && before !== null);
  }
  return isJustWhole;
}

/** The untried sources whose own day ends soon. */
function Closing({ today }: { today: CivilDate }) {
  const { year, ticks } = useValue($settled);
  const { sources } = useValue($config);
  const now = useValue($now);
  const cells = dayTicks(ticks, dayOfYear(today));
  const texts = year === today.year ? closingSoon(sources, cells, now) : [];
  if (texts.length === 0) return null;
  return (
    <span className="closings">
      {texts.map((text) => (
        <span key={text} className="closing">
          {text}
        </span>
      ))}
    </span>
  );
}
