import {
  type CivilDate,
  type Config,
  countDone,
  type DayNumber,
  type DayTicks,
  DEFAULT_SOURCES,
  dayHeading,
  dayOfYear,
  isDailyJudge,
  isSharedDay,
  judgeOfSource,
  SHARED_DAY,
  SOURCE_NUMBERS,
  type Source,
  type SourceNumber,
  shortDate,
  TO_COME,
  WEEKDAY_NAMES,
  weekday,
} from "@dailyleet/core";
import { type ComponentType, type CSSProperties, memo, type ReactElement, type ReactNode } from "react";
import { prepareQuestions } from "../questions/QuestionAccordion.tsx";
import { $config } from "../session/setup.ts";
import { lazyPart, useValue } from "../ui/react.tsx";
import { whenIdle, whenQuiet } from "../ui/wait.ts";
import { $dialog } from "../view/status.ts";
import { FIRST_WEEKDAY } from "../view/weeks.ts";

interface DayProps {
  readonly day: DayNumber;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Null for other days. On 29 February, today's card is that of 1 March. */
  readonly today: CivilDate | null;
  /** From `dayAt`, which returns the same object for the same ticks: an unchanged day does not render. */
  readonly ticks: DayTicks;
  readonly standing: Standing;
  readonly columns: readonly Column[];
}

/** `early`: before the first tick of the year. `ahead`: after today. `past`: any other day, today included. */
type Standing = "early" | "past" | "ahead";

/** A day's five sources: the link to each, and its tick. Today's card is larger and says more. */
export const Day = memo(function Day({ day, weekday, ticks, today, standing, columns }: DayProps) {
  const heading = today ? shortDate(today) : dayHeading(day);
  const title = <DayTitle text={heading} />;
  const button = ({ source, name }: Column) => {
    const isDone = ticks[source] === true;
    const state = isDone ? "Done" : "Untried";
    return (
      <button
        key={source}
        type="button"
        value={source}
        // Tab reaches one tick a day; the arrow keys lead to the others, and 'o' opens a link.
        tabIndex={source === SOURCE_NUMBERS[0] ? 0 : -1}
        aria-pressed={isDone}
        aria-label={[heading, name, state].join(", ")}
        aria-description={standing === "ahead" ? TO_COME : undefined}
      >
        {state}
      </button>
    );
  };
  return (
    <section
      id={`day-${day}`}
      className={dayClass(weekday) + (today ? " today" : standing === "past" ? "" : " quiet")}
      data-day={day}
      aria-current={today ? "date" : undefined}
    >
      {today ? (
        <TodayCard heading={title} today={today} done={countDone(ticks)}>
          {columns.map((column) => (
            <li key={column.source}>
              {column.namedLink}
              <Problem source={column.source} />
              {button(column)}
            </li>
          ))}
        </TodayCard>
      ) : (
        [
          <h3 key="heading" data-weekday={WEEKDAY_NAMES[weekday]?.slice(0, 3)}>
            {title}
          </h3>,
          ...columns.flatMap((column) => [column.link, button(column)]),
        ]
      )}
    </section>
  );
});

/** 'November 15'; the style sheet shows the number first. */
function DayTitle({ text }: { text: string }) {
  const [month, number] = text.split(" ");
  return (
    <>
      <span>{`${month} `}</span>
      <b>{number}</b>
    </>
  );
}

/** The first day of a week has space before it. */
export const dayClass = (weekday: number): string => (weekday === FIRST_WEEKDAY ? "day week" : "day");

const TodayNotes = lazyPart(() => whenIdle().then(() => import("./TodayNotes.tsx")));
const LastWeeks = lazyPart(() => whenIdle().then(() => import("./LastWeeks.tsx")));

interface TodayCardProps {
  readonly heading: ReactNode;
  readonly today: CivilDate;
  readonly done: number;
  readonly children: ReactNode;
}

function TodayCard({ heading, today, done, children }: TodayCardProps) {
  const all = SOURCE_NUMBERS.length;
  return (
    <>
      <header>
        <p>{`Today, ${WEEKDAY_NAMES[weekday(today)]}`}</p>
        <h3>{heading}</h3>
        <span
          className="ring"
          role="img"
          aria-label={`${done} of ${all} done`}
          style={{ "--count": done } as CSSProperties}
        >
          {`${done}/${all}`}
        </span>
      </header>
      <div>
        <div className="notes">
          {isSharedDay({ year: today.year, day: dayOfYear(today) }) && <span>{SHARED_DAY}</span>}
          <TodayNotes />
        </div>
        <CheckJudges />
        <ol>{children}</ol>
        <LastWeeks />
      </div>
    </>
  );
}

const PROBLEMS = SOURCE_NUMBERS.map((source) =>
  lazyPart(() =>
    whenQuiet()
      .then(prepareQuestions)
      .then(() => import("../judges/TodayProblem.tsx"))
      .then(({ problemOf }) => problemOf(source)),
  ),
);

/** Room for a source's problem of the day: in local mode, if the setting is on and the site has such problems. */
function Problem({ source }: { source: SourceNumber }) {
  const { local, problems, sources } = useValue($config);
  const Part = PROBLEMS[source - 1] as ComponentType;
  return (
    local &&
    problems &&
    isDailyJudge(judgeOfSource(sources[source - 1])) && (
      <p className="problem">
        <Part />
      </p>
    )
  );
}

/** In local mode only, because the local server asks the sites. */
function CheckJudges() {
  const { local } = useValue($config);
  return (
    local && (
      <button
        type="button"
        className="check"
        aria-haspopup="dialog"
        aria-keyshortcuts="f"
        onClick={() => $dialog.set("sites")}
      >
        Check my sites
      </button>
    )
  );
}

/** A source. All days but today share its `link` element; the style sheet adds the icon. */
export interface Column {
  readonly source: SourceNumber;
  readonly name: string;
  readonly link: ReactElement;
  /** The link in today's card, which shows the name. */
  readonly namedLink: ReactElement;
}

export function columnsOf({ sources, icons }: Config): readonly Column[] {
  return sources.map((source, index) => columnOf(source, (index + 1) as SourceNumber, !!icons));
}

function columnOf({ name, url }: Source, source: SourceNumber, hasIcons: boolean): Column {
  const isUsual = hasIcons || name === DEFAULT_SOURCES[source - 1]?.name;
  const letters = isUsual ? undefined : lettersOf(name);
  const link = (label: string, text: number | string) => (
    <a
      key={-source}
      className={`s${source}`}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={name}
      tabIndex={-1}
      aria-label={label}
      data-letters={letters}
    >
      {text}
    </a>
  );
  return { source, name, link: link(`${source} ${name}`, source), namedLink: link(name, name) };
}

/** Initials in place of the default site's icon: 'CF' for 'CodeForces' and 'code forces', 'C9' for 'Code 90'. */
function lettersOf(name: string): string {
  const beginnings = name.match(/\p{Lu}|\d|(?<!\p{L})\p{L}/gu) ?? [];
  return beginnings.slice(0, 2).join("").toUpperCase();
}
