import { addDays, type CivilDate, dayOfYear, formatDate, isTickYear, readDate } from "../calendar/calendar.ts";
import { cellKey } from "../changes/cells.ts";
import { importError } from "../errors.ts";
import { isMarkable, type Marks, markCell, markOf, type QuestionMarks } from "../practice/marks.ts";
import { fold, webLink } from "../text.ts";
import { SOURCE_NUMBERS, type SourceNumber } from "../ticks/sources.ts";
import { type TickCell, type TicksByYear, tickCell } from "../ticks/ticks.ts";
import { excerpt, type ImportGuide, ticksOf } from "./reading.ts";

/** A non-merge commit of a repository in which a browser extension or a GitHub action keeps a person's solutions. */
export interface Commit {
  /** The author's time in the author's zone: `2025-10-04T01:53:32+05:30`. */
  readonly date: string;
  readonly subject: string;
}

export interface HistoryGuide extends Pick<ImportGuide, "sources"> {
  /** The source of a folder or a site. */
  readonly map: readonly (readonly [name: string, source: SourceNumber])[];
  /** The keys of the questions that get a mark for a solution in their folder; empty without `--marks`. */
  readonly questions: readonly string[];
  /** 'HH:MM': a commit before this time belongs to the previous day, as a tick does. */
  readonly dayEndsAt?: string | undefined;
}

export interface GitHistory {
  readonly ticks: TicksByYear;
  /** Question → the days of its solutions, as `YYYY-MM-DD`. */
  readonly solved: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sites of recognised commits that are not among the person's sources. */
  readonly unknown: readonly string[];
  /** How many commits were not recognised. */
  readonly unknownCommits: number;
}

interface HistoryReader {
  /** Whether the commit's meaning also depends on its files. */
  needsFiles(subject: string): boolean;
  /** `files` are the paths that the commit adds or changes. */
  take(commit: Commit, files: readonly string[]): void;
  /** Throws `bad-import`, calling the repository `name`, if no commit uses one of the entries of `map`. */
  finish(name: string): GitHistory;
}

const HOSTS = { LeetCode: "leetcode.com", GeeksforGeeks: "geeksforgeeks.org" };
type Judge = keyof typeof HOSTS;

/** The subjects of solutions' commits, by program; LeetHub allows a text before 'Stats: '. */
const FORMS: readonly (readonly [RegExp, Judge])[] = [
  [/^(?:.*Stats: )?Time: .+[,|] (?:Space|Memory): .+ - (?:LeetHub|LeetSync)$/, "LeetCode"],
  [/^Sync LeetCode submission/, "LeetCode"],
  [/^(?:Added|Updated) Solution - GfG to GitHub$/, "GeeksforGeeks"],
];
const GFG_FOLDER = / - GFG$/;
/** Subjects of the same programs' other commits. */
const ASIDE =
  /^(?:Create README|Added README\.md file for |Update README - Topic Tags|Updated stats|Attach NOTES|Prepend discussion post)/;
const NOTES = ["README.md", "NOTES.md", "stats.json"];
/** The longest subject to match: no program writes a longer one, and the patterns take quadratic time. */
const MAX_SUBJECT = 1_000;

/** Collects the ticks of a history, commit by commit, in any order. Memory grows with the days, not the commits. */
export function createHistoryReader({ sources, map, questions, dayEndsAt }: HistoryGuide): HistoryReader {
  const own = map.map(([name, source]) => ({ name, folder: folderOf(name), source }));
  const used = new Set<string>();
  const unknown = new Set<string>();
  const cells = new Map<string, TickCell>();
  const bySlug = Map.groupBy(questions.filter(isMarkable), slugOf);
  const solved = new Map<string, Set<string>>();
  let unknownCommits = 0;

  const sourceOf = (judge: Judge): SourceNumber | undefined => {
    const mapped = own.find(({ name }) => fold(name) === fold(judge));
    if (mapped) used.add(mapped.name);
    return mapped?.source ?? SOURCE_NUMBERS.find((number) => isJudge(sources[number - 1], judge));
  };
  const sourcesOf = (judges: readonly Judge[], solutions: readonly string[]): SourceNumber[] => {
    const mapped = own.filter(({ folder }) => solutions.some((file) => file.startsWith(folder)));
    for (const { name } of mapped) used.add(name);
    return [...judges.flatMap((judge) => sourceOf(judge) ?? []), ...mapped.map(({ source }) => source)];
  };
  const noteSolved = (date: string, solutions: readonly string[]): void => {
    for (const question of solutions.flatMap(slugsOf).flatMap((slug) => bySlug.get(slug) ?? [])) {
      solved.set(question, (solved.get(question) ?? new Set()).add(date));
    }
  };

  return {
    needsFiles: (subject) =>
      questions.length > 0 || map.length > 0 || (formOf(subject) === undefined && !ASIDE.test(subject)),

    take({ date, subject }, files) {
      const day = readDay(date, dayEndsAt);
      const solutions = files.filter((file) => !NOTES.includes(file.slice(file.lastIndexOf("/") + 1)));
      const judges = judgesOf(subject, solutions);
      const found = sourcesOf(judges, solutions);
      if (day === null || (found.length === 0 && judges.length === 0)) {
        if (!ASIDE.test(subject)) unknownCommits++;
        return;
      }
      if (found.length === 0) for (const judge of judges) unknown.add(judge);
      for (const source of found) {
        const cell = tickCell(day.year, dayOfYear(day), source);
        cells.set(cellKey(cell), cell);
      }
      if (found.length > 0) noteSolved(formatDate(day), solutions);
    },

    finish(name) {
      const missing = own.find((mapping) => !used.has(mapping.name));
      if (missing) {
        const fault = `no commit adds or changes a solution in a folder '${excerpt(missing.name)}'`;
        throw importError(`${name}: ${fault}. Nothing imported; check --map.`);
      }
      return { ticks: ticksOf([...cells.values()]), solved, unknown: [...unknown], unknownCommits };
    },
  };
}

/** The folder's path with a final '/'; '' for the whole repository. */
function folderOf(name: string): string {
  const path = name.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  return path === "." || path === "" ? "" : `${path}/`;
}

function isJudge(source: ImportGuide["sources"][number] | undefined, judge: Judge): boolean {
  const host = source && webLink(source.url)?.host;
  return fold(source?.name ?? "") === fold(judge) || `.${host ?? ""}`.endsWith(`.${HOSTS[judge]}`);
}

function formOf(subject: string): Judge | undefined {
  return subject.length > MAX_SUBJECT ? undefined : FORMS.find(([form]) => form.test(subject))?.[1];
}

function judgesOf(subject: string, solutions: readonly string[]): Judge[] {
  const judges = new Set<Judge>();
  const form = formOf(subject);
  if (form) judges.add(form);
  if (solutions.some((file) => GFG_FOLDER.test(parentOf(file)))) judges.add("GeeksforGeeks");
  return [...judges];
}

function parentOf(file: string): string {
  return file.split("/").at(-2) ?? "";
}

function readDay(text: string, dayEndsAt = ""): CivilDate | null {
  const [day = "", time] = text.split("T");
  const written = time === undefined ? null : readDate(day);
  const date = written && time !== undefined && time < dayEndsAt ? addDays(written, -1) : written;
  return date && isTickYear(date.year) ? date : null;
}

/** '' where the question's link has no slug. */
function slugOf(question: string): string {
  return fold(/\/problems\/([^/?]+)/.exec(question)?.[1] ?? "");
}

/** The possible slugs of a file's folder: `two-sum` for `two-sum`, `1-two-sum` and `0001-two-sum`. */
function slugsOf(file: string): string[] {
  const folder = fold(parentOf(file));
  return folder === "" ? [] : [...new Set([folder, folder.replace(/^\d+-/, "")])];
}

const SOLVED = 3;

/** Marks `solved` on the days of a history, except future days and days that have a mark. */
export function solvedMarks({ solved }: Pick<GitHistory, "solved">, current: Marks, today: CivilDate): Marks {
  const last = formatDate(today);
  const marks: Record<string, QuestionMarks> = Object.create(null);
  for (const [question, dates] of solved) {
    const open = [...dates].filter((date) => date <= last && markOf(current, markCell(question, date)) === 0);
    if (open.length > 0) marks[question] = Object.fromEntries(open.map((date) => [date, SOLVED]));
  }
  return marks;
}
