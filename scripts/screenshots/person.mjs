// A fixed person, who began 580 days ago, does more sites each month, and marks questions.
import { addDays, dayOfYear, formatDate, questionKey } from "@dailyleet/core";

/** The current streak in days, with today. */
const STREAK = 17;
const DAYS = 580;
const DONE_TODAY = [1, 3, 4];
/** The sites of a day, in the order in which the person does them. */
const ORDER = [1, 3, 2, 5, 4];
/** The person practises a question so many days after the first time; `MARKS` has the marks in the same order. */
const AGAIN_AFTER = [0, 3, 11, 30, 75];
const MARKS = [1, 2, 3, 3, 4];
const PRACTISED = 34;

/** A file for `import`: the ticks of this year and the last up to `today`, and marks of some questions. */
export function person(today, questions) {
  return { version: 1, years: ticksUpTo(today), practice: marksUpTo(today, questions) };
}

function ticksUpTo(today) {
  const years = { [today.year - 1]: {}, [today.year]: {} };
  for (let ago = DAYS; ago >= 0; ago--) {
    const date = addDays(today, -ago);
    const sources = ago === 0 ? DONE_TODAY : ORDER.slice(0, countOn(ago));
    if (sources.length > 0 && date.year in years) {
      years[date.year][dayOfYear(date)] = Object.fromEntries(sources.map((source) => [source, true]));
    }
  }
  return years;
}

/** How many sites the person did `ago` days ago; none on the day before the streak. */
function countOn(ago) {
  const mood = Math.sin(ago * 1.3) + Math.sin(ago * 0.71) + Math.sin(ago * 0.083);
  const count = Math.min(5, Math.round(0.5 + (DAYS - ago) / 190 + 1.2 * mood));
  if (ago === STREAK) return 0;
  return Math.max(ago < STREAK ? 1 : 0, count);
}

/** The person begins a question every five days and repeats each; a few repetitions were put off and are due. */
function marksUpTo(today, questions) {
  const practised = questions.slice(0, PRACTISED).map((question, index) => {
    const first = 5 * (PRACTISED - index);
    const days = AGAIN_AFTER.map((after) => first - after).filter((ago) => ago > index % 9);
    return [
      questionKey(question),
      Object.fromEntries(days.map((ago, time) => [formatDate(addDays(today, -ago)), MARKS[time]])),
    ];
  });
  return Object.fromEntries(practised.filter(([, marks]) => Object.keys(marks).length > 0));
}
