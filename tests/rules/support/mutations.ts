import { CLOSED, MARKS, OPEN, SETTINGS } from "./accessCases.ts";

export interface Mutation {
  readonly name: string;
  readonly rules: string;
  /** The check whose decision the mutation changes, if it is known. */
  readonly noticed?: string;
}

/** A text that the rules contain exactly once, its replacement, and the check that notices. */
const REPLACEMENTS: readonly (readonly [found: string, replacement: string, noticed?: string])[] = [
  ["data/{uid} {\n      allow get: if isOwn(uid)", "data/{uid} {\n      allow get: if true", `bob reads ${OPEN}`],
  ["data/{uid} {\n      allow get:", "data/{uid} {\n      allow get, list:", "ann finds her own document by a query"],
  ["data/{uid} {\n      allow get:", "data/{uid} {\n      allow get, delete:", `ann deletes ${OPEN}`],
  ["{year} {\n        allow get: if isOwn(uid)", "{year} {\n        allow get: if true", `bob reads ${CLOSED}`],
  ["{year} {\n        allow get:", "{year} {\n        allow get, list:", "ann lists closed years, at most 51"],
  ["allow list: if isOwn(uid)", "allow list: if true", "bob lists closed years, at most 50"],
  ["limit <= 50", "limit <= 51", "ann lists closed years, at most 51"],
  ["limit <= 50", "limit <= 49", "ann lists closed years, at most 50"],
  ["limit <= 50", "limit != 51", "ann lists closed years, all"],
  ["{year} {\n        allow get:", "{year} {\n        allow get, delete:", `ann deletes ${CLOSED}`],
  ["match /dailyleet/v1/data/{uid}", "match /dailyleet/{v}/data/{uid}", "ann reads /dailyleet/v2/data/ANN"],
  ["match /dailyleet/v1/data/{uid}", "match /{a}/v1/data/{uid}", "ann reads /other/v1/data/ANN"],
  ["match /dailyleet/v1/data/", "match /dailyleet/v1/{data}/", "ann reads /dailyleet/v1/other/ANN"],
  ["match /years/", "match /{years}/", `ann reads ${OPEN}/other/2025`],
  ["'[0-9]{4}'", "'[0-9]{1,4}'", "a day in years/5"],
  ["'[0-9]{4}'", "'[0-9]{4,}'", "a further day in years/20261"],
  ["== uid", "!= null", "a tick of somebody else"],
  ["resource == null ? {} : resource.data", "resource.data", "a first write with a day"],
  ["resource == null ? {} : resource.data", "{}", "an unmasked write that drops a day"],
  ["let days = affected.difference(['year'].toSet())", "let days = affected", "the year where there was none is added"],
  ["(stamps ? isYearRight : ", "(stamps ? true : ", "a first write with the year 1969"],
  ["(stamps ? isYearRight : ", "(isYearRight || ", "another year is added"],
  ["isInt(before) == isInt(after)", "true", "the year as a double is added"],
  [
    "before.year < after.year",
    "before.year <= after.year",
    "closing to the same year with an equal archive that is left as it is",
  ],
  ["exists(archive) ? get(archive).data : {}", "get(archive).data", "closing a year"],
  ["exists(archive) ? get(archive).data : {}", "{}", "closing over an archive and losing a day of it"],
  ["let added = after", "let added = open", "closing over an archive of other days"],
  [".difference(['year'].toSet()).hasAny(after", ".hasAny(after", "closing a year"],
  ["data.year > year", "data.year >= year", "archiving over an archive while the year goes on"],
  ["data.year > int(year)", "data.year >= int(year)", "a first day, the open year, in years/2027"],
  ["value >= 1970", "value >= 1969", "a first write with the year 1969"],
  ["value >= 1970", "value >= 1971", "a first write with the first year"],
  ["value <= 9999", "value <= 10000", "a first write with the year 10000"],
  ["value <= 9999", "value <= 9998", "a first write with the last year"],
  ["first > 355 ? 355 : first", "first", "the days from 361 on"],
  ["first > 355 ? 355", "first > 354 ? 354", "10 changed days of a full year from 356 on"],
  ["? 0 : 182", "? 0 : 200", "the year where there was none is added"],
  ["? 0 : 91", "? 0 : 110", "the year where there was none is added"],
  ["? 0 : 46", "? 0 : 60", "the year where there was none is added"],
  ["? 0 : 23", "? 0 : 35", "the year where there was none is added"],
  ["? 0 : 11", "? 0 : 10", "the days from 251 on"],
  ["? 0 : 6)", "? 0 : 5)", "the days from 251 on"],
  ["? 0 : 3)", "? 0 : 2)", "the days from 251 on"],
  ["hasOnly(days[start:start + 10])", "hasOnly(days[start:start + 11])", "10 changed days of a full year from 356 on"],
  ["hasOnly(days[start:start + 10])", "hasOnly(days[start:start + 9])", "10 days in a first write"],
  ["['1', '2', '3', '4', '5']", "['0', '1', '2', '3', '4', '5']", "a first write with the source '0'"],
  ["['1', '2', '3', '4', '5']", "['1', '2', '3', '4', '5', '6']", "a first write with the source '6'"],
  ["['1', '2', '3', '4', '5']", "['1', '2', '3', '4']", "a first write with the last day and all sources"],
  ["[true, false]", "[true]", "a first write with the last day and all sources"],
  ["[true, false]", "[true, false, null]", "a first write with the cell null"],
  ["[true, false]", "[true, false, 1]", "a first write with the cell 1"],
  ["('1,2,", "('0,1,2,", "a first write with the key '0'"],
  ["marks {\n        allow get: if isOwn(uid)", "marks {\n        allow get: if true", `bob reads ${MARKS}`],
  ["marks {\n        allow get:", "marks {\n        allow get, list:", "ann finds her marks by a query"],
  ["marks {\n        allow get:", "marks {\n        allow get, delete:", `ann deletes ${MARKS}`],
  ["match /practice/", "match /{practice}/", `ann reads ${OPEN}/other/marks`],
  ["match /practice/marks", "match /practice/{marks}", `ann reads ${OPEN}/practice/other`],
  ["hasOnly([field, 'changed'])", "hasOnly([field])", "20 named questions"],
  ["named is list && ", "", "a question beside a text for names"],
  ["named.size() <= 20", "named.size() <= 21", "a question beside 21 names"],
  ["named.size() <= 20", "named.size() <= 19", "20 named questions"],
  ["value is map ? value : {}", "value", "marks in place of what were none"],
  ["changed.size() > 1 ?", "changed.size() > 0 ?", "first marks with one"],
  ["changed.size() > 1 ?", "changed.size() > 2 ?", "two questions that are not named"],
  ["names.size() + 1", "names.size()", "first marks with one"],
  [")[0:20]", ")", "two of too many names, one behind the 20th"],
  ["['wrong']", "[]", "first marks with the mark 5"],
  ["[0, 1, 2, 3, 4]", "[-1, 0, 1, 2, 3, 4]", "first marks with the mark -1"],
  ["[0, 1, 2, 3, 4]", "[1, 2, 3, 4]", "first marks with all five marks"],
  ["[0, 1, 2, 3, 4]", "[0, 1, 2, 3]", "first marks with all five marks"],
  ["[0, 1, 2, 3, 4]", "[0, 1, 2, 3, 4, 5]", "first marks with the mark 5"],
  ["19[7-9][0-9]|", "19[6-9][0-9]|", "first marks with the date '1969-12-31'"],
  ["19[7-9][0-9]|", "19[8-9][0-9]|", "first marks with the date '1970-01-01'"],
  ["[2-9][0-9]{3}", "[0-9]{4}", "first marks with the date '0999-11-21'"],
  ["[2-9][0-9]{3}", "[2-8][0-9]{3}", "first marks with the date '9999-12-31'"],
  ["(0[1-9]|1[0-2])", "(0[0-9]|1[0-2])", "first marks with the date '2026-00-21'"],
  ["(0[1-9]|1[0-2])", "(0[1-9]|1[0-3])", "first marks with the date '2026-13-21'"],
  ["(0[1-9]|1[0-2])", "(0[1-8]|1[0-2])", "first marks with the date '1999-09-30'"],
  ["(0[1-9]|1[0-2])", "(0[1-9]|1[12])", "first marks with the date '2026-10-10'"],
  ["(0[1-9]|[12][0-9]|3[01])", "([012][0-9]|3[01])", "first marks with the date '2026-11-00'"],
  ["(0[1-9]|[12][0-9]|3[01])", "(0[1-9]|[12][0-9]|3[0-2])", "first marks with the date '2026-11-32'"],
  ["(0[1-9]|[12][0-9]|3[01])", "(0[1-9]|[12][0-8]|3[01])", "first marks with the date '2000-12-29'"],
  ["(0[1-9]|[12][0-9]|3[01])", "(0[1-9]|[12][0-9]|31)", "first marks with the date '1999-09-30'"],
  ["( |$)", " ?", "first marks with the date '2026-11-212026-11-22'"],
  ["own {\n        allow get: if isOwn(uid)", "own {\n        allow get: if true", `bob reads ${SETTINGS}`],
  ["own {\n        allow get:", "own {\n        allow get, list:", "ann finds her settings by a query"],
  ["own {\n        allow get:", "own {\n        allow get, delete:", `ann deletes ${SETTINGS}`],
  ["match /settings/", "match /{settings}/", `ann reads ${OPEN}/other/own`],
  ["match /settings/own", "match /settings/{own}", `ann reads ${OPEN}/settings/other`],
  ["changed.size() < 2", "changed.size() < 1", "setting another key"],
  ["changed.size() < 2", "changed.size() < 3", "two settings that are not named"],
  ["{0,500}", "{0,501}", "first settings with a text of 501 characters"],
  ["{0,500}", "{0,499}", "first settings with a text of 500 characters"],
  ["[null]", "[]", "setting a text with a part less"],
  [": [];", ": [null];", "first settings with one part of three"],
  ["'list,plan,", "'list,plan,theme,", "first settings with the key 'theme' without parts"],
];

export function mutationsOf(commented: string): Mutation[] {
  const rules = commented.replace(/^ *\/\/.*\n/gm, "");
  const mutations = [...replacements(rules), ...droppedOperands(rules), ...shortenedMonths(rules)];
  return mutations.map((mutation) => ({ ...mutation, name: mutation.name.replace(/\s+/g, " ").trim() }));
}

function replacements(rules: string): Mutation[] {
  return REPLACEMENTS.map(([found, replacement, noticed]) => {
    const parts = rules.split(found);
    if (parts.length !== 2) throw new Error(`'${found}' stands in the rules ${parts.length - 1} times`);
    return { name: `${found} → ${replacement}`, rules: parts.join(replacement), ...(noticed && { noticed }) };
  });
}

/** Drops each operand of each && and || in turn: the one after each operator, and the first of each chain. */
function droppedOperands(rules: string): Mutation[] {
  return Array.from(rules.matchAll(/&&|\|\|/g)).flatMap(({ index }) => {
    const start = operandStart(rules, index);
    const end = operandEnd(rules, index + 2);
    const behind = { name: `without ${rules.slice(index, end)}`, rules: rules.slice(0, index) + rules.slice(end) };
    if (/[&|]$/.test(rules.slice(0, start))) return [behind];
    const first = rules.slice(start, index);
    return [{ name: `without ${first} in front`, rules: rules.slice(0, start) + rules.slice(index + 2) }, behind];
  });
}

function operandStart(text: string, end: number): number {
  let depth = 0;
  let at = end;
  while (at > 0 && !(depth === 0 && /(?:[&|(?:]|\breturn|\bif|\blet \w+ =)$/.test(text.slice(0, at)))) {
    at--;
    if (/[)\]]/.test(text.charAt(at))) depth++;
    if (/[([]/.test(text.charAt(at))) depth--;
  }
  return at;
}

function operandEnd(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length && !(depth === 0 && /[&|;)?:]/.test(text.charAt(at)))) {
    if (/[([]/.test(text.charAt(at))) depth++;
    if (/[)\]]/.test(text.charAt(at))) depth--;
    at++;
  }
  return at;
}

function shortenedMonths(rules: string): Mutation[] {
  return Array.from(rules.matchAll(/,(\d+)(?=,?'\)?(?:\n|\.split))/g), ({ index, 0: text, 1: day }) => ({
    name: `without the day ${day}`,
    rules: rules.slice(0, index) + rules.slice(index + text.length),
  }));
}
