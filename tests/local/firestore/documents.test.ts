import { closedPath, formatFieldPath, marksPath, openPath } from "@dailyleet/core";
import { createProfile } from "@dailyleet/local";
import { beforeEach, expect, test } from "vitest";
import { dayOf } from "../support/fields.ts";
import {
  ask,
  bearer,
  documentName,
  documentsUrl,
  type Session,
  signIn,
  startTestServer,
  type TestServer,
} from "../support/server.ts";

let server: TestServer;
let session: Session;
let address: string;

beforeEach(async () => {
  server = await startTestServer();
  session = await signIn(server);
  address = `${documentsUrl(server)}/${openPath(session.localId)}`;
});

const as = (method: string, url: string, body?: unknown) => ask(method, url, body, bearer(session));
const patch = (query: string, fields: unknown) => as("PATCH", address + query, { fields });
const cell = (day: number, source: number) =>
  `updateMask.fieldPaths=${encodeURIComponent(formatFieldPath([String(day), String(source)]))}`;
const errorOf = (code: number, status: string, message: unknown = expect.any(String)) => ({
  status: code,
  body: { error: { code, message, status } },
});
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

test("a document that is missing is not found", async () => {
  const name = documentName(openPath(session.localId));
  expect(await as("GET", address)).toMatchObject(errorOf(404, "NOT_FOUND", `Document (${name}) not found.`));
});

test("a masked patch writes only its cells and makes the document when it is missing", async () => {
  const first = await patch(`?${cell(12, 3)}`, { "12": dayOf(3, 4), "13": dayOf(1) });
  const name = documentName(openPath(session.localId));
  expect(first).toMatchObject({
    status: 200,
    body: { name, fields: { "12": dayOf(3) }, createTime: TIME, updateTime: TIME },
  });
  await patch(`?${cell(12, 4)}&${cell(13, 1)}`, { "12": dayOf(4), "13": dayOf(1) });
  const read = await as("GET", address);
  expect(read.body).toMatchObject({ fields: { "12": dayOf(3, 4), "13": dayOf(1) } });
  expect(read.body).toHaveProperty("createTime", (first.body as { createTime: string }).createTime);
});

test("a cell that the mask names and the body lacks would be dropped, which the rules refuse", async () => {
  await patch(`?${cell(12, 3)}`, { "12": dayOf(3) });
  expect(await patch(`?${cell(12, 3)}`, {})).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
});

test("an empty document has no fields", async () => {
  expect((await patch(`?${cell(12, 3)}`, {})).body).toEqual({
    name: documentName(openPath(session.localId)),
    createTime: TIME,
    updateTime: TIME,
  });
});

test("a mask with unquoted digits is an invalid argument", async () => {
  expect(await patch("?updateMask.fieldPaths=12.3", {})).toMatchObject(
    errorOf(400, "INVALID_ARGUMENT", expect.stringContaining('Invalid property path "12.3"')),
  );
  expect(await patch("?updateMask.fieldPaths=", {})).toMatchObject(errorOf(400, "INVALID_ARGUMENT"));
});

test("a patch without a mask replaces the document, which the rules refuse when cells would be dropped", async () => {
  await patch(`?${cell(12, 3)}`, { "12": dayOf(3) });
  expect((await patch("", { "12": dayOf(3, 5) })).body).toMatchObject({ fields: { "12": dayOf(3, 5) } });
  expect(await patch("", { "12": dayOf(5) })).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  expect(await patch("", { "13": dayOf(5) })).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
});

test("preconditions answer as the emulator does", async () => {
  const at = (query: string) => patch(`?${cell(1, 1)}&currentDocument.${query}`, { "1": dayOf(1) });
  expect(await at("exists=true")).toMatchObject(errorOf(404, "NOT_FOUND"));
  expect(await at("updateTime=2020-01-01T00:00:00Z")).toMatchObject(errorOf(400, "FAILED_PRECONDITION"));
  const made = await at("exists=false");
  expect(made.status).toBe(200);
  expect(await at("exists=false")).toMatchObject(errorOf(409, "ALREADY_EXISTS"));
  expect(await at("updateTime=2020-01-01T00:00:00Z")).toMatchObject(errorOf(400, "FAILED_PRECONDITION"));
  const { updateTime } = made.body as { updateTime: string };
  expect((await at(`updateTime=${updateTime}`)).status).toBe(200);
  expect((await at(`updateTime=${updateTime.replace("Z", "000Z")}`)).status).toBe(200);
  for (const query of [
    "exists=maybe",
    "updateTime=yesterday",
    `exists=true&currentDocument.updateTime=${updateTime}`,
  ]) {
    expect(await at(query)).toMatchObject(errorOf(400, "INVALID_ARGUMENT"));
  }
});

test("a masked patch writes one mark, and a wrong one is refused", async () => {
  const marks = `${address}/practice/marks`;
  const question = "leetcode.com/problems/two-sum";
  const write = (date: string, mark: unknown) => {
    const mask = encodeURIComponent(formatFieldPath(["marks", question, date]));
    const fields = { marks: { mapValue: { fields: { [question]: { mapValue: { fields: { [date]: mark } } } } } } };
    return as("PATCH", `${marks}?updateMask.fieldPaths=${mask}`, { fields });
  };
  expect((await write("2026-11-21", { integerValue: "3" })).status).toBe(200);
  const second = await write("2026-11-22", { integerValue: "0" });
  const cells = { "2026-11-21": { integerValue: "3" }, "2026-11-22": { integerValue: "0" } };
  const fields = { marks: { mapValue: { fields: { [question]: { mapValue: { fields: cells } } } } } };
  expect(second).toMatchObject({ status: 200, body: { name: documentName(marksPath(session.localId)), fields } });
  expect(await write("2026-11-23", { integerValue: "5" })).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  expect(await write("2026-11-21", undefined)).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  expect(await as("DELETE", marks)).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  expect((await as("GET", marks)).body).toMatchObject({ fields });
});

test("nothing is deleted, and no other method is there", async () => {
  await patch(`?${cell(1, 1)}`, { "1": dayOf(1) });
  expect(await as("DELETE", address)).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  const root = documentsUrl(server);
  for (const method of ["batchWrite", "runQuery", "beginTransaction", "listen", "nothing"]) {
    expect(await as("POST", `${root}:${method}`, {})).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  }
  expect(await as("POST", `${root}/dailyleet/v1/data?documentId=x`, {})).toMatchObject(
    errorOf(403, "PERMISSION_DENIED"),
  );
  expect(await as("GET", `${root}/dailyleet/v1/data`)).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  expect(await as("GET", `${server.url}/v1/projects/demo-dailyleet`)).toMatchObject(errorOf(404, "NOT_FOUND"));
  expect((await as("GET", address)).status).toBe(200);
});

test("without a token, or with one that is none, nobody is anybody", async () => {
  for (const authorization of [
    {},
    { Authorization: "Bearer" },
    { Authorization: "Bearer x.y.z" },
    { Authorization: "Bearer owner" },
  ]) {
    const headers = authorization as Record<string, string>;
    expect(await ask("GET", address, undefined, headers)).toMatchObject(errorOf(401, "UNAUTHENTICATED"));
    expect(await ask("POST", `${documentsUrl(server)}:commit`, {}, headers)).toMatchObject(
      errorOf(401, "UNAUTHENTICATED"),
    );
  }
  const refresh = { Authorization: `Bearer ${session.refreshToken}` };
  expect(await ask("GET", address, undefined, refresh)).toMatchObject(errorOf(401, "UNAUTHENTICATED"));
});

test("a token opens the documents of its own person only", async () => {
  const other = await signIn(server, createProfile(server.database, "Ann").uid);
  const paths = [
    other.localId,
    `${other.localId}/years/2025`,
    `${other.localId}/practice/marks`,
    `${session.localId}/practice/other`,
    `${session.localId}/practice`,
    `${session.localId}/x/y`,
    "",
    `${session.localId}/years/25`,
  ];
  for (const path of paths) {
    const url = `${documentsUrl(server)}/dailyleet/v1/data/${path}`;
    expect(await as("GET", url)).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
    expect(await as("PATCH", url, { fields: {} })).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
    const documents = [documentName(`dailyleet/v1/data/${path}`)];
    expect((await as("POST", `${documentsUrl(server)}:batchGet`, { documents })).status).toBe(403);
  }
});

test("other projects and databases are refused, not found empty", async () => {
  for (const root of ["projects/real/databases/(default)", "projects/demo-dailyleet/databases/other"]) {
    const url = `${server.url}/v1/${root}/documents/${openPath(session.localId)}`;
    expect(await as("GET", url)).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  }
});

test("an address may be percent-encoded", async () => {
  await patch(`?${cell(1, 1)}`, { "1": dayOf(1) });
  expect((await as("GET", address.replace("(default)", "%28default%29"))).status).toBe(200);
});

test.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["a list", []],
  ["an unknown key", { fields: {}, extra: 1 }],
  ["fields that are no object", { fields: [] }],
  ["a document of another name", { name: documentName("dailyleet/v1/data/x"), fields: {} }],
])("a patch with %s is an invalid argument", async (_, body) => {
  expect(await as("PATCH", address, body)).toMatchObject(errorOf(400, "INVALID_ARGUMENT"));
});

test("what the rules refuse is permission denied, and nothing is written", async () => {
  for (const fields of [{ "366": dayOf(1) }, { "1": dayOf(6) }, { "1": { booleanValue: true } }, { note: dayOf(1) }]) {
    expect(await patch("", fields)).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  }
  expect((await as("GET", address)).status).toBe(404);
});

test("a full disk is answered as unavailable, and nothing is half written", async () => {
  const { page_count: pages } = server.database.get<{ page_count: number }>("PRAGMA page_count") ?? { page_count: 0 };
  server.database.execute(`PRAGMA max_page_count = ${pages}`);
  const full = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index + 1, dayOf(1, 2, 3, 4, 5)]));
  let answer = await patch("", { ...full, year: { integerValue: "2100" } });
  for (let year = 2000; answer.status === 200 && year < 2100; year++) {
    answer = await as("PATCH", `${address}/years/${year}`, { fields: full });
  }
  expect(answer).toMatchObject(errorOf(503, "UNAVAILABLE", expect.stringContaining("the disk is full")));
  expect((await as("GET", address)).body).toMatchObject({ fields: full });
});

test("a query lists a person's closed years, and says when even where there is none", async () => {
  const list = (limit: unknown, from: unknown = [{ collectionId: "years" }]) =>
    as("POST", `${address}:runQuery`, { structuredQuery: { from, limit } });
  expect(await list(50)).toMatchObject({ status: 200, body: [{ readTime: TIME }] });
  await patch(`?${cell(12, 3)}`, { "12": dayOf(3), year: { integerValue: "2026" } });
  await patch("?updateMask.fieldPaths=year", { year: { integerValue: "2026" } });
  const path = closedPath(session.localId, 2024);
  await as("PATCH", `${documentsUrl(server)}/${path}?${cell(1, 1)}`, { fields: { "1": dayOf(1) } });
  const document = { name: documentName(path), fields: { "1": dayOf(1) }, createTime: TIME, updateTime: TIME };
  expect((await list(50)).body).toEqual([{ document, readTime: TIME }]);
  for (const limit of [51, undefined]) expect(await list(limit)).toMatchObject(errorOf(403, "PERMISSION_DENIED"));
  for (const limit of [-1, 0.5, "50"]) expect(await list(limit)).toMatchObject(errorOf(400, "INVALID_ARGUMENT"));
  for (const from of [[], {}, [{ collectionId: "years", allDescendants: true }]]) {
    expect(await list(50, from)).toMatchObject({ status: 400 });
  }
});
