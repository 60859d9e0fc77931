import { type Fields, LOCAL_PROJECT_ID, MAX_LISTED } from "@dailyleet/core";
import { type Documents, days, fields } from "./ruleCase.ts";

export const STORED: Documents = {
  open: { ...days(5, 1), ...fields({ year: 2026 }) },
  2025: days(5, 1),
  marks: fields({ marks: { q1: { "2026-11-21": 3 } } }),
  settings: fields({ settings: { list: { value: "all" } } }),
};

/** A request about the documents of `ann`; `ANN` in the path stands for her uid. */
export interface AccessCase {
  readonly name: string;
  readonly as: "ann" | "bob" | "nobody";
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly allowed: boolean;
}

export const OPEN = "/dailyleet/v1/data/ANN";
export const CLOSED = `${OPEN}/years/2025`;
export const MARKS = `${OPEN}/practice/marks`;
export const SETTINGS = `${OPEN}/settings/own`;

type Caller = AccessCase["as"];

const asks =
  (verb: string, method: string, query = "", content?: Fields) =>
  (as: Caller, path: string, allowed: boolean): AccessCase => ({
    name: `${as} ${verb} ${path}`,
    as,
    method,
    path: path + query,
    ...(content && { body: { fields: content } }),
    allowed,
  });

const get = asks("reads", "GET");
const remove = asks("deletes", "DELETE");
// Writes of one cell with a mask, as this program makes them.
const tick = asks("ticks in", "PATCH", "?updateMask.fieldPaths=%607%60.%601%60", days(7, 1));
const ONE_MARK = fields({ marks: { "a.b/c": { "2026-11-22": 4 } } });
const mark = asks("marks in", "PATCH", "?updateMask.fieldPaths=marks.%60a.b/c%60.%602026-11-22%60", ONE_MARK);
const SETTING = fields({ settings: { "source.1": { name: "A" } } });
const set = asks("sets in", "PATCH", "?updateMask.fieldPaths=settings.%60source.1%60.name", SETTING);

const ROOT = `projects/${LOCAL_PROJECT_ID}/databases/(default)/documents`;

const query = (name: string, path: string, from: unknown, where?: unknown): AccessCase => ({
  name,
  as: "ann",
  method: "POST",
  path: `${path}:runQuery`,
  body: { structuredQuery: { from: [from], where, limit: MAX_LISTED } },
  allowed: false,
});

/** A query of closed years, as this program makes it; `limit` null sends no limit. */
const list = (as: Caller, limit: number | null, allowed: boolean): AccessCase => ({
  name: `${as} lists closed years, ${limit === null ? "all" : `at most ${limit}`}`,
  as,
  method: "POST",
  path: `${OPEN}:runQuery`,
  body: { structuredQuery: { from: [{ collectionId: "years" }], ...(limit !== null && { limit }) } },
  allowed,
});

const named = (path: string) => ({
  fieldFilter: { field: { fieldPath: "__name__" }, op: "EQUAL", value: { referenceValue: `${ROOT}${path}` } },
});

const PEOPLE = ["ann", "bob", "nobody"] as const;
const ELSEWHERE = [
  `${OPEN}/other/2025`,
  `${CLOSED}/years/2024`,
  `${OPEN}/practice/other`,
  `${OPEN}/other/marks`,
  `${MARKS}/practice/marks`,
  `${OPEN}/settings/other`,
  `${OPEN}/other/own`,
  `${SETTINGS}/settings/own`,
  "/dailyleet/v2/data/ANN",
  "/dailyleet/v1/other/ANN",
  "/dailyleet/v1",
  "/other/v1/data/ANN",
  "/users/ANN",
];

export const ACCESS_CASES: readonly AccessCase[] = [
  ...PEOPLE.flatMap((as) => [
    ...[OPEN, CLOSED, `${OPEN}/years/2019`].flatMap((path) => [get, tick].map((ask) => ask(as, path, as === "ann"))),
    ...[get, mark].map((ask) => ask(as, MARKS, as === "ann")),
    ...[get, set].map((ask) => ask(as, SETTINGS, as === "ann")),
    ...[OPEN, CLOSED, MARKS, SETTINGS].map((path) => remove(as, path, false)),
  ]),
  {
    name: "ann deletes her document in a commit",
    as: "ann",
    method: "POST",
    path: ":commit",
    body: { writes: [{ delete: `${ROOT}${OPEN}` }] },
    allowed: false,
  },
  ...ELSEWHERE.flatMap((path) => [get, tick, mark, set].map((ask) => ask("ann", path, false))),
  get("ann", "/dailyleet/v1/data", false),
  list("ann", MAX_LISTED, true),
  list("ann", 1, true),
  list("ann", MAX_LISTED + 1, false),
  list("ann", null, false),
  list("bob", MAX_LISTED, false),
  list("nobody", MAX_LISTED, false),
  get("ann", `${OPEN}/years?pageSize=${MAX_LISTED}`, true),
  get("ann", `${OPEN}/years?pageSize=${MAX_LISTED + 1}`, false),
  get("bob", `${OPEN}/years?pageSize=${MAX_LISTED}`, false),
  get("ann", `${OPEN}/practice`, false),
  get("ann", `${OPEN}/settings`, false),
  mark("ann", OPEN, false),
  mark("ann", CLOSED, false),
  tick("ann", MARKS, false),
  tick("ann", SETTINGS, false),
  mark("ann", SETTINGS, false),
  ...[OPEN, CLOSED, MARKS].map((path) => set("ann", path, false)),
  query("ann lists all people by a query", "/dailyleet/v1", { collectionId: "data" }),
  query("ann finds her own document by a query", "/dailyleet/v1", { collectionId: "data" }, named(OPEN)),
  query("ann lists what is below a closed year", CLOSED, { collectionId: "years" }),
  query("ann finds her marks by a query", OPEN, { collectionId: "practice" }, named(MARKS)),
  query("ann finds her settings by a query", OPEN, { collectionId: "settings" }, named(SETTINGS)),
  query("ann lists everybody's settings", "", { collectionId: "settings", allDescendants: true }),
  query("ann lists everybody's marks", "", { collectionId: "practice", allDescendants: true }),
  query("ann lists her closed years wherever they are", OPEN, { collectionId: "years", allDescendants: true }),
  query("ann lists everybody's closed years", "", { collectionId: "years", allDescendants: true }),
];
