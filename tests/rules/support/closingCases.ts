import type { Fields } from "@dailyleet/core";
import { type Documents, days, double, fields, fullYear, type RuleCase, ruleCase } from "./ruleCase.ts";

const OPEN = fields({ 5: { 1: true }, 364: { 2: true, 3: false }, year: 2026 });
const RESET = fields({ year: 2027 });
const OTHER = fields({ 9: { 1: true }, year: 2026 });
/** More days than one write may change, and a field from before the rules. */
const MANY = { ...days(1, 30), ...fields({ note: "kept", year: 2026 }) };

const closes = (allowed: boolean, name: string, open: Fields, archive: Fields, reset: Fields = RESET): RuleCase =>
  ruleCase(allowed, `closing ${name}`, { open }, { 2026: archive, open: reset });

const archives = (name: string, commit: Documents): RuleCase => ruleCase(false, name, { open: MANY }, commit);

const closings: RuleCase[] = [
  closes(true, "a year", OPEN, OPEN),
  closes(true, "a full year", fullYear(2026), fullYear(2026)),
  closes(true, "a year with unknown keys", MANY, MANY),
  closes(true, "a year without days", fields({ year: 2026 }), fields({ year: 2026 })),
  closes(true, "several years late", OPEN, OPEN, fields({ year: 2031 })),
  closes(false, "with a day less in the archive", OPEN, fields({ 5: { 1: true }, year: 2026 })),
  closes(false, "with a day more in the archive", OPEN, { ...OPEN, ...days(9, 1) }),
  closes(false, "with another cell in the archive", OPEN, { ...OPEN, ...days(5, 1, { 1: false }) }),
  closes(false, "without the year in the archive", OPEN, fields({ 5: { 1: true }, 364: { 2: true, 3: false } })),
  closes(false, "a full year with another cell in the archive", fullYear(2026), { ...fullYear(2026), ...days(9, 1) }),
  closes(false, "to the same year", OPEN, OPEN, fields({ year: 2026 })),
  closes(false, "to an earlier year", OPEN, OPEN, fields({ year: 2025 })),
  closes(false, "to a year of five digits", OPEN, OPEN, fields({ year: 10_000 })),
  closes(false, "to a year that is a double", OPEN, OPEN, fields({ year: double(2027) })),
  closes(false, "to a year that is a text", OPEN, OPEN, fields({ year: "2027" })),
  closes(false, "to no year", OPEN, OPEN, {}),
  closes(false, "with a day left", OPEN, OPEN, { ...days(5, 1), ...RESET }),
  closes(false, "with a first day of the new year", OPEN, OPEN, { ...days(1, 1), ...RESET }),
  closes(false, "a document without a year", days(5, 1), days(5, 1)),
  closes(false, "a document whose year is a double", fields({ year: double(2026) }), fields({ year: double(2026) })),
  closes(false, "a document whose year is a text", fields({ 5: {}, year: "2026" }), fields({ 5: {}, year: "2026" })),
  ruleCase(false, "closing without an archive", { open: OPEN }, { open: RESET }),
  ruleCase(true, "a closed and an open year that begin in one commit", {}, { 2026: OTHER, open: RESET }),
  ruleCase(false, "an archive of another year", { open: OPEN }, { 2025: OPEN, open: RESET }),
  archives("archiving while the year goes on", { 2026: MANY }),
  archives("archiving while the year goes on with a tick", { 2026: MANY, open: { ...MANY, ...days(40, 1) } }),
  archives("a second archive beside the right one", { 2026: MANY, 2019: fields({ note: "smuggled in" }), open: RESET }),
];

/** A closing when the archive exists already, from a restored backup or another program. */
const merges = (
  allowed: boolean,
  name: string,
  [open, archive]: readonly [Fields, Fields],
  merged: Fields,
  left: Fields = RESET,
): RuleCase =>
  ruleCase(allowed, `closing over an archive ${name}`, { open, 2026: archive }, { 2026: merged, open: left });

const [ODD, EVEN] = [1, 0].map((rest) =>
  Object.fromEntries(Object.entries(fullYear(2026)).filter(([name]) => name === "year" || Number(name) % 2 === rest)),
) as [Fields, Fields];
const NOT_NUMBERS = fields({ note: double("NaN"), inner: { a: double("NaN") } });
const UNSETTLED = [
  { ...OPEN, ...fields({ note: "mine", same: 1 }) },
  { ...OTHER, ...fields({ note: "other", same: 1 }) },
] as const;
const rest = (more: Readonly<Record<string, unknown>>) => fields({ ...more, year: 2027 });
const [FALSE, TWO] = [{ 1: false }, days(5, 1, { 2: true })];
const BOTH = { ...OPEN, ...OTHER };
const SETTLED = { ...UNSETTLED[0], ...UNSETTLED[1] };

const leaves = (allowed: boolean, name: string, archive: Fields, open: Fields): RuleCase =>
  ruleCase(allowed, name, { open: OPEN, 2026: archive }, { open });

const mergings: RuleCase[] = [
  merges(true, "of other days", [OPEN, OTHER], BOTH),
  merges(true, "of the other half of a full year", [ODD, EVEN], fullYear(2026)),
  merges(true, "that is equal", [OPEN, OPEN], OPEN),
  merges(true, "that is equal but for the year", [OPEN, days(5, 1)], OPEN),
  merges(true, "that is empty", [OPEN, {}], OPEN),
  merges(true, "with a wrong year of its own", [OPEN, fields({ year: "x" })], { ...OPEN, ...fields({ year: "x" }) }),
  merges(true, "with what is not a number", [{ ...OPEN, ...NOT_NUMBERS }, OTHER], { ...BOTH, ...NOT_NUMBERS }),
  merges(false, "and losing a day of it", [OPEN, OTHER], OPEN),
  merges(false, "and losing a day of the open year", [OPEN, OTHER], OTHER),
  merges(false, "and changing a day of it", [OPEN, OTHER], { ...BOTH, ...days(9, 1, FALSE) }),
  merges(false, "and changing a day of the open year", [OPEN, OTHER], { ...BOTH, ...days(5, 1, FALSE) }),
  merges(false, "and adding a day", [OPEN, OTHER], { ...BOTH, ...days(40, 1) }),
  merges(false, "that has another cell of a day", [OPEN, days(5, 1, { 1: false })], OPEN),
  merges(false, "that has another cell of a day, which wins", [OPEN, TWO], { ...OPEN, ...TWO }),
  merges(true, "with another unknown key, which stays", UNSETTLED, SETTLED, rest({ note: "mine" })),
  merges(true, "and leaving a key that is in both", UNSETTLED, SETTLED, rest({ note: "mine", same: 1 })),
  merges(false, "with another unknown key, which goes", UNSETTLED, SETTLED),
  merges(false, "with another unknown key, which changes", UNSETTLED, SETTLED, rest({ note: "new" })),
  merges(false, "with a new unknown key", [OPEN, OTHER], BOTH, rest({ note: "new" })),
  merges(false, "and leaving a day", [OPEN, OTHER], BOTH, { ...days(5, 1), ...RESET }),
  leaves(false, "closing with an archive that is left as it is, though it lacks days", OTHER, RESET),
  leaves(true, "closing with an equal archive that is left as it is", OPEN, RESET),
  leaves(false, "closing to the same year with an equal archive that is left as it is", OPEN, fields({ year: 2026 })),
  ruleCase(false, "archiving over an archive while the year goes on", { open: MANY, 2026: days(5, 1) }, { 2026: MANY }),
  closes(true, "a year with what is not a number", { ...OPEN, ...NOT_NUMBERS }, { ...OPEN, ...NOT_NUMBERS }),
];

const CLOSED = fields({ 5: { 1: true }, 300: { 2: true }, year: 2025 });

const inClosed = (allowed: boolean, name: string, stored: Documents, commit: Documents): RuleCase =>
  ruleCase(allowed, name, { open: RESET, ...stored }, commit);

const edits = (allowed: boolean, name: string, document: string, after: Fields, stored: Fields | null): RuleCase =>
  inClosed(allowed, `${name} in years/${document}`, { ...(stored && { [document]: stored }) }, { [document]: after });

const closedYears: RuleCase[] = [
  edits(true, "a first day", "2025", days(5, 1), null),
  edits(true, "a first day and the year", "2025", fields({ 5: { 1: true }, year: 2025 }), null),
  edits(true, "a further day", "2025", { ...CLOSED, ...days(6, 1) }, CLOSED),
  edits(true, "a changed day", "2025", { ...CLOSED, ...days(5, 1, { 1: false }) }, CLOSED),
  edits(true, "a year set later", "2025", fields({ 5: { 1: true }, year: 2025 }), days(5, 1)),
  edits(true, "10 days", "2025", days(1, 10), null),
  edits(false, "11 days", "2025", days(1, 11), null),
  edits(true, "a first day, the year before the open one,", "2026", days(5, 1), null),
  edits(false, "a first day, the open year,", "2027", days(5, 1), null),
  edits(false, "a first day, a year to come,", "2028", days(5, 1), null),
  edits(true, "a further day, the open year that is archived already,", "2027", days(5, 2), days(5, 1)),
  edits(false, "an empty day in place of a true cell", "2025", { ...CLOSED, ...days(5, 1, {}) }, CLOSED),
  edits(false, "the year of another document", "2024", fields({ 5: { 1: true }, year: 2025 }), null),
  edits(false, "the year as a double", "2025", fields({ year: double(2025) }), null),
  edits(false, "a later year", "2025", { ...CLOSED, ...fields({ year: 2026 }) }, CLOSED),
  edits(false, "a dropped day", "2025", fields({ 5: { 1: true }, year: 2025 }), CLOSED),
  edits(false, "nothing left", "2025", {}, CLOSED),
  edits(false, "the day 366", "2025", { ...CLOSED, ...days(366, 1) }, CLOSED),
  edits(false, "an unknown key", "2025", fields({ note: "x" }), null),
  edits(false, "a further day", "20261", days(5, 2), days(5, 1)),
  ...["5", "20261", "02025", "abcd", "２０２６", "2025x"].map((document) =>
    edits(false, "a day", document, days(5, 1), null),
  ),
  ruleCase(false, "a closed year without an open one", {}, { 2025: days(5, 1) }),
  ruleCase(false, "a closed year beside an open one that has no year", { open: days(5, 1) }, { 2025: days(5, 1) }),
  ruleCase(true, "a closed year in one commit with the open one", {}, { 2025: days(5, 1), open: RESET }),
  inClosed(true, "10 days in each of two years", {}, { 2025: days(1, 10), open: { ...RESET, ...days(1, 10) } }),
  inClosed(false, "a bad day beside a good one", {}, { 2025: days(366, 1), open: { ...RESET, ...days(1, 1) } }),
];

const byOthers: RuleCase[] = [
  ruleCase(false, "a first write", {}, { open: days(5, 1) }),
  ruleCase(false, "a tick", { open: OPEN }, { open: { ...OPEN, ...days(6, 1) } }),
  ruleCase(false, "a closed year", { open: RESET }, { 2025: CLOSED }),
  closes(false, "a year", OPEN, OPEN),
].map((own) => ({ ...own, name: `${own.name} of somebody else`, by: "bob" }));

export const CLOSING_CASES: readonly RuleCase[] = [...closings, ...mergings, ...closedYears, ...byOthers];
