import { closedPath, formatFieldPath, openPath } from "@dailyleet/core";
import { createProfile, removeProfile } from "@dailyleet/local";
import { beforeEach, expect, test } from "vitest";
import { dayOf } from "../support/database.ts";
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
let name: string;

beforeEach(async () => {
  server = await startTestServer();
  session = await signIn(server);
  name = documentName(openPath(session.localId));
});

const post = (below: string, body: unknown, headers: Record<string, string> = {}) =>
  ask("POST", `${documentsUrl(server)}${below}`, body, { ...bearer(session), ...headers });
const commit = (...writes: unknown[]) => post(":commit", { writes });
const get = (...documents: string[]) => post(":batchGet", { documents });
const update = (fields: unknown, path = openPath(session.localId)) => ({ name: documentName(path), fields });
const masked = (fields: unknown, ...paths: string[][]) => ({
  update: update(fields),
  updateMask: { fieldPaths: paths.map(formatFieldPath) },
});
const tick = (day: number, source: number) => masked({ [day]: dayOf(source) }, [String(day), String(source)]);
const year = (value: number) => ({ integerValue: String(value) });

const errorOf = (code: number, status: string, message: unknown = expect.any(String)) => ({
  status: code,
  body: { error: { code, message, status } },
});
const DENIED = errorOf(403, "PERMISSION_DENIED");
const INVALID = errorOf(400, "INVALID_ARGUMENT");
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

async function stored(path = openPath(session.localId)): Promise<unknown> {
  const { body } = await get(documentName(path));
  return (body as { found?: { fields?: unknown } }[])[0]?.found?.fields ?? null;
}

test("a commit of several writes answers a time for each, whatever its content type", async () => {
  const writes = [tick(1, 1), tick(2, 2)];
  const { status, body } = await post(":commit", { writes }, { "Content-Type": "text/plain" });
  expect(status).toBe(200);
  expect(body).toEqual({ writeResults: [{ updateTime: TIME }, { updateTime: TIME }] });
  for (const nothing of [{ writes: [] }, {}]) {
    expect(await post(":commit", nothing)).toMatchObject({ status: 200, body: { writeResults: [] } });
  }
});

test("batchGet takes a list of names, and answers what was found and what is missing, in order, each once", async () => {
  await commit(tick(1, 1));
  const missing = documentName(closedPath(session.localId, 2025));
  const found = { name, fields: { "1": dayOf(1) }, updateTime: TIME };
  expect((await get(missing, name, name)).body).toEqual([
    { missing, readTime: TIME },
    { found, readTime: TIME },
  ]);
  for (const documents of [Array(101).fill(name), ["x"], "x"]) {
    expect(await post(":batchGet", { documents })).toMatchObject(INVALID);
  }
});

test("an empty mask makes an empty document, which has no fields", async () => {
  await commit(masked({}, ["12", "3"]));
  expect((await get(name)).body).toEqual([{ found: { name, updateTime: TIME }, readTime: TIME }]);
});

test("what the rules refuse and a deletion are permission denied, and nothing of the commit is written", async () => {
  for (const write of [{ update: update({ "366": dayOf(1) }) }, { delete: name }]) {
    expect(await commit(tick(1, 1), write)).toMatchObject(DENIED);
  }
  expect(await stored()).toBeNull();
});

test("preconditions answer as the emulator does", async () => {
  const when = (currentDocument: unknown) => commit({ ...tick(1, 1), currentDocument });
  const old = { updateTime: "2020-01-01T00:00:00Z" };
  expect(await when({ exists: true })).toMatchObject(errorOf(404, "NOT_FOUND"));
  expect(await when(old)).toMatchObject(errorOf(400, "FAILED_PRECONDITION"));
  const made = await when({ exists: false });
  expect(await when({ exists: false })).toMatchObject(errorOf(409, "ALREADY_EXISTS"));
  expect(await when(old)).toMatchObject(errorOf(400, "FAILED_PRECONDITION"));
  const [{ updateTime }] = (made.body as { writeResults: [{ updateTime: string }] }).writeResults;
  expect((await when({ updateTime })).status).toBe(200);
  for (const wrong of [{ exists: "true" }, { exists: true, updateTime }]) {
    expect(await when(wrong)).toMatchObject(INVALID);
  }
});

test("nothing but batchGet, commit and the list of years is there", async () => {
  const root = documentsUrl(server);
  const path = `/${openPath(session.localId)}`;
  for (const below of [":batchWrite", ":runQuery", ":listen", ":nothing", `${path}:commit`, path, path.toUpperCase()]) {
    expect(await post(below, {})).toMatchObject(DENIED);
  }
  for (const below of [path, `${path}/practice/marks`, "/dailyleet/v1/data", ":batchGet"]) {
    expect((await ask("GET", root + below, undefined, bearer(session))).status).toBe(405);
  }
  expect(await post("/../../../../demo-dailyleet", {})).toMatchObject(errorOf(404, "NOT_FOUND"));
});

test("without a token, or with one that is none, nobody is anybody", async () => {
  const bearers = ["Bearer", "Bearer x.y.z", "Bearer owner", `Bearer ${session.refreshToken}`];
  for (const headers of [{}, ...bearers.map((Authorization) => ({ Authorization }))]) {
    for (const method of ["batchGet", "commit"]) {
      const url = `${documentsUrl(server)}:${method}`;
      expect(await ask("POST", url, {}, headers)).toMatchObject(errorOf(401, "UNAUTHENTICATED"));
    }
  }
});

test("who was removed writes nothing any more", async () => {
  expect((await commit(tick(1, 1))).status).toBe(200);
  createProfile(server.database, "Ann");
  removeProfile(server.database, { uid: session.localId, name: "You" });
  expect(await commit(tick(2, 2))).toMatchObject(errorOf(401, "UNAUTHENTICATED"));
});

test("a token opens the documents of its own person only", async () => {
  const { localId } = session;
  const other = (await signIn(server, createProfile(server.database, "Ann").uid)).localId;
  const others = [other, `${other}/years/2025`, `${other}/practice/marks`];
  for (const path of [...others, "", `${localId}/practice/other`, `${localId}/practice`, `${localId}/years/25`]) {
    expect(await get(documentName(`dailyleet/v1/data/${path}`))).toMatchObject(DENIED);
    const write = { update: update({}, `dailyleet/v1/data/${path}`) };
    expect(await commit(write)).toMatchObject(DENIED);
  }
});

test("other projects and databases are refused, not found empty", async () => {
  for (const root of ["projects/real/databases/(default)", "projects/demo-dailyleet/databases/other"]) {
    const documents = [`${root}/documents/${openPath(session.localId)}`];
    expect(await post(":batchGet", { documents })).toMatchObject(DENIED);
    const url = `${server.url}/v1/${root}/documents:batchGet`;
    expect(await ask("POST", url, { documents: [name] }, bearer(session))).toMatchObject(DENIED);
  }
});

test("an address may be percent-encoded", async () => {
  const url = `${documentsUrl(server)}:batchGet`.replace("(default)", "%28default%29");
  expect((await ask("POST", url, { documents: [name] }, bearer(session))).status).toBe(200);
});

test.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["a list", "[]"],
  ["an unknown key", '{"writes":[],"transaction":"eA=="}'],
  ["writes that are no list", '{"writes":5}'],
  ["an empty write", '{"writes":[{}]}'],
  ["a write that is nothing", '{"writes":[null]}'],
  ["a transform", '{"writes":[{"transform":{}}]}'],
  ["an update with transforms", '{"writes":[{"update":UPDATE,"updateTransforms":[]}]}'],
  ["fields that are no object", '{"writes":[{"update":{"name":NAME,"fields":[]}}]}'],
  ["a name that is none", '{"writes":[{"update":{"name":"x"}}]}'],
  ["no name", '{"writes":[{"update":{"fields":{}}}]}'],
  ["a mask that is no list", '{"writes":[{"update":UPDATE,"updateMask":{"fieldPaths":"a"}}]}'],
  ["a mask with a number", '{"writes":[{"update":UPDATE,"updateMask":{"fieldPaths":[12]}}]}'],
  ["a mask with an empty name", '{"writes":[{"update":UPDATE,"updateMask":{"fieldPaths":["``"]}}]}'],
  ["a mask that is empty text", '{"writes":[{"update":UPDATE,"updateMask":{"fieldPaths":[""]}}]}'],
  ["unquoted digits", '{"writes":[{"update":UPDATE,"updateMask":{"fieldPaths":["12.3"]}}]}', 'path "12.3"'],
])("a commit with %s is an invalid argument", async (_, body, told = "") => {
  const text = body.replace("UPDATE", '{"name":NAME,"fields":{}}').replace("NAME", JSON.stringify(name));
  const message = expect.stringContaining(told);
  expect(await post(":commit", text)).toMatchObject(errorOf(400, "INVALID_ARGUMENT", message));
});

test("a full disk is answered as unavailable, and nothing is half written", async () => {
  const { page_count: pages } = server.database.get<{ page_count: number }>("PRAGMA page_count") ?? { page_count: 0 };
  server.database.execute(`PRAGMA max_page_count = ${pages}`);
  const full = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index + 1, dayOf(1, 2, 3, 4, 5)]));
  const open = { ...full, year: year(2100) };
  let answer = await commit({ update: update(open) });
  for (let number = 2000; answer.status === 200 && number < 2100; number++) {
    answer = await commit({ update: update(full, closedPath(session.localId, number)) });
  }
  expect(answer).toMatchObject(errorOf(503, "UNAVAILABLE", expect.stringContaining("the disk is full")));
  expect(await stored()).toEqual(open);
});

test("a query lists a person's closed years, and says when even where there is none", async () => {
  const list = (limit: unknown, from: unknown = [{ collectionId: "years" }]) =>
    post(`/${openPath(session.localId)}:runQuery`, { structuredQuery: { from, limit } });
  expect(await list(50)).toMatchObject({ status: 200, body: [{ readTime: TIME }] });
  await commit(masked({ year: year(2026) }, ["year"]));
  const path = closedPath(session.localId, 2024);
  await commit({ update: update({ "1": dayOf(1) }, path) });
  const document = { name: documentName(path), fields: { "1": dayOf(1) }, updateTime: TIME };
  expect((await list(50)).body).toEqual([{ document, readTime: TIME }]);
  for (const limit of [51, undefined]) expect(await list(limit)).toMatchObject(DENIED);
  for (const limit of [-1, 0.5, "50"]) expect(await list(limit)).toMatchObject(INVALID);
  for (const from of [[], {}, [{ collectionId: "years", allDescendants: true }]]) {
    expect(await list(50, from)).toMatchObject({ status: 400 });
  }
});
