import type { Fields } from "@dailyleet/core";
import { days, double, fields, fullYear } from "./fields.ts";
import type { RuleCase } from "./ruleCase.ts";

const OPEN = fields({ 5: { 1: true }, 364: { 2: true, 3: false }, year: 2026 });
const RESET = fields({ year: 2027 });
/** More than a write may change day by day, and some of it older than the rules. */
const MANY = { ...days(1, 30), ...fields({ note: "kept", year: 2026 }) };

const closes = (allowed: boolean, name: string, open: Fields, archive: Fields, reset: Fields = RESET): RuleCase => ({
  name: `closing ${name}`,
  stored: { open },
  commit: { 2026: archive, open: reset },
  allowed,
});

const closings: RuleCase[] = [
  closes(true, "a year", OPEN, OPEN),
  closes(true, "a full year", fullYear(2026), fullYear(2026)),
  closes(true, "a year with unknown keys", MANY, MANY),
  closes(true, "a year without days", fields({ year: 2026 }), fields({ year: 2026 })),
  closes(true, "several years late", OPEN, OPEN, fields({ year: 2031 })),
  closes(false, "with a day less in the archive", OPEN, fields({ 5: { 1: true }, year: 2026 })),
  closes(false, "with a day more in the archive", OPEN, { ...OPEN, ...days(9, 1) }),
  closes(false, "with another cell in the archive", OPEN, { ...OPEN, ...days(5, 1, { 1: false }) }),
  closes(false, "without the year in the archive", OPEN, days(5, 1)),
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
  { name: "closing without an archive", stored: { open: OPEN }, commit: { open: RESET }, allowed: false },
  {
    name: "a closed and an open year that begin in one commit",
    stored: {},
    commit: { 2026: OPEN, open: RESET },
    allowed: true,
  },
  { name: "an archive of another year", stored: { open: OPEN }, commit: { 2025: OPEN, open: RESET }, allowed: false },
  {
    name: "closing over an archive of other days",
    stored: { open: OPEN, 2026: days(9, 1) },
    commit: { 2026: OPEN, open: RESET },
    allowed: false,
  },
  {
    name: "closing over an equal archive",
    stored: { open: OPEN, 2026: OPEN },
    commit: { open: RESET },
    allowed: false,
  },
  { name: "archiving while the year goes on", stored: { open: MANY }, commit: { 2026: MANY }, allowed: false },
  {
    name: "archiving while the year goes on with a tick",
    stored: { open: MANY },
    commit: { 2026: MANY, open: { ...MANY, ...days(40, 1) } },
    allowed: false,
  },
  {
    name: "a second archive beside the right one",
    stored: { open: MANY },
    commit: { 2026: MANY, 2019: fields({ note: "smuggled in" }), open: RESET },
    allowed: false,
  },
];

const CLOSED = fields({ 5: { 1: true }, 300: { 2: true }, year: 2025 });

const edits = (allowed: boolean, name: string, document: string, after: Fields, stored: Fields | null): RuleCase => ({
  name: `${name} in years/${document}`,
  stored: stored === null ? {} : { [document]: stored },
  commit: { [document]: after },
  allowed,
});

const closedYears: RuleCase[] = [
  edits(true, "a first day", "2025", days(5, 1), null),
  edits(true, "a first day and the year", "2025", CLOSED, null),
  edits(true, "a further day", "2025", { ...CLOSED, ...days(6, 1) }, CLOSED),
  edits(true, "a changed day", "2025", { ...CLOSED, ...days(5, 1, { 1: false }) }, CLOSED),
  edits(true, "a year set later", "2025", fields({ 5: { 1: true }, year: 2025 }), days(5, 1)),
  edits(true, "20 days", "2025", days(1, 20), null),
  edits(false, "21 days", "2025", days(1, 21), null),
  edits(false, "the year of another document", "2024", CLOSED, null),
  edits(false, "the year as a double", "2025", fields({ year: double(2025) }), null),
  edits(false, "a later year", "2025", { ...CLOSED, ...fields({ year: 2026 }) }, CLOSED),
  edits(false, "a dropped day", "2025", fields({ 5: { 1: true }, year: 2025 }), CLOSED),
  edits(false, "nothing left", "2025", {}, CLOSED),
  edits(false, "the day 366", "2025", { ...CLOSED, ...days(366, 1) }, CLOSED),
  edits(false, "an unknown key", "2025", fields({ note: "x" }), null),
  ...["5", "20261", "02025", "abcd", "２０２６", "2025x"].map((document) =>
    edits(false, "a day", document, days(5, 1), null),
  ),
  { name: "20 days in each of two years", stored: {}, commit: { 2025: days(1, 20), open: days(1, 20) }, allowed: true },
  { name: "a bad day beside a good one", stored: {}, commit: { 2025: days(366, 1), open: days(1, 1) }, allowed: false },
];

const byOthers: RuleCase[] = [
  { name: "a first write", stored: {}, commit: { open: days(5, 1) }, allowed: false },
  { name: "a tick", stored: { open: OPEN }, commit: { open: { ...OPEN, ...days(6, 1) } }, allowed: false },
  { name: "a closed year", stored: {}, commit: { 2025: CLOSED }, allowed: false },
  closes(false, "a year", OPEN, OPEN),
].map((ruleCase) => ({ ...ruleCase, name: `${ruleCase.name} of somebody else`, by: "bob" }));

export const CLOSING_CASES: readonly RuleCase[] = [...closings, ...closedYears, ...byOthers];
