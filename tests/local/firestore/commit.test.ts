import { closedPath, openPath } from "@dailyleet/core";
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
let name: string;

beforeEach(async () => {
  server = await startTestServer();
  session = await signIn(server);
  name = documentName(openPath(session.localId));
});

const post = (method: string, body: unknown, headers: Record<string, string> = {}) =>
  ask("POST", `${documentsUrl(server)}:${method}`, body, { ...bearer(session), ...headers });
const commit = (...writes: unknown[]) => post("commit", { writes });
const tick = (day: number, source: number) => ({
  update: { name, fields: { [day]: dayOf(source) } },
  updateMask: { fieldPaths: [`\`${day}\`.\`${source}\``] },
});
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

test("a commit of several writes answers a time for each, as the lite SDK sends it", async () => {
  const { status, body } = await post("commit", { writes: [tick(1, 1), tick(2, 2)] }, { "Content-Type": "text/plain" });
  expect(status).toBe(200);
  expect(body).toEqual({ writeResults: [{ updateTime: TIME }, { updateTime: TIME }], commitTime: TIME });
});

test("batchGet answers what was found and what is missing, in order", async () => {
  await commit(tick(1, 1));
  const missing = documentName(closedPath(session.localId, 2025));
  expect((await post("batchGet", { documents: [missing, name] })).body).toEqual([
    { missing, readTime: TIME },
    { found: { name, fields: { "1": dayOf(1) }, createTime: TIME, updateTime: TIME }, readTime: TIME },
  ]);
});

test("batchGet answers one name once, and not too many", async () => {
  await commit(tick(1, 1));
  expect((await post("batchGet", { documents: [name, name] })).body).toHaveLength(1);
  const { status, body } = await post("batchGet", { documents: Array(101).fill(name) });
  expect([status, body]).toMatchObject([400, { error: { status: "INVALID_ARGUMENT" } }]);
});

test("a commit whose second write fails writes nothing", async () => {
  const archive = { update: { name: documentName(closedPath(session.localId, 2025)), fields: { "1": dayOf(1) } } };
  const late = { ...tick(1, 1), currentDocument: { exists: true } };
  expect(await commit(archive, late)).toMatchObject({ status: 404, body: { error: { status: "NOT_FOUND" } } });
  expect((await post("batchGet", { documents: [archive.update.name] })).body).toMatchObject([
    { missing: archive.update.name },
  ]);
});

test("a year is closed in one commit with the version that was read", async () => {
  const year = (value: number) => ({ integerValue: String(value) });
  await commit({ update: { name, fields: { "1": dayOf(1), year: year(2025) } } });
  const [{ found }] = (await post("batchGet", { documents: [name] })).body as [
    { found: { fields: unknown; updateTime: string } },
  ];
  const closing = [
    { update: { name: `${name}/years/2025`, fields: found.fields }, currentDocument: { exists: false } },
    { update: { name, fields: { year: year(2026) } }, currentDocument: { updateTime: found.updateTime } },
  ];
  expect((await commit(...closing)).status).toBe(200);
  expect(await commit(...closing)).toMatchObject({ status: 409, body: { error: { status: "ALREADY_EXISTS" } } });
  expect(await commit(closing[1])).toMatchObject({ status: 400, body: { error: { status: "FAILED_PRECONDITION" } } });
});

test("an empty commit is one", async () => {
  expect(await commit()).toMatchObject({ status: 200, body: { commitTime: TIME } });
  expect((await post("commit", {})).status).toBe(200);
});

test("a delete is refused, and with it the whole commit", async () => {
  expect(await commit(tick(1, 1), { delete: name })).toMatchObject({
    status: 403,
    body: { error: { status: "PERMISSION_DENIED" } },
  });
  expect((await post("batchGet", { documents: [name] })).body).toMatchObject([{ missing: name }]);
});

test("a commit that reaches into somebody else's document is refused as a whole", async () => {
  const foreign = { update: { name: documentName(openPath("somebody-else")), fields: {} } };
  expect(await commit(tick(1, 1), foreign)).toMatchObject({ status: 403 });
  expect((await post("batchGet", { documents: [name] })).body).toMatchObject([{ missing: name }]);
  expect(await post("batchGet", { documents: [name, foreign.update.name] })).toMatchObject({ status: 403 });
});

const update = { name: "", fields: {} };

test.each([
  ["an unknown key", { writes: [], transaction: "eA==" }],
  ["writes that are no list", { writes: 5 }],
  ["an empty write", { writes: [{}] }],
  ["a write that is nothing", { writes: [null] }],
  ["a transform", { writes: [{ transform: {} }] }],
  ["an update with transforms", { writes: [{ update, updateTransforms: [] }] }],
  ["a name that is none", { writes: [{ update: { name: "x" } }] }],
  ["no name", { writes: [{ update: { fields: {} } }] }],
  ["a mask that is no list", { writes: [{ update, updateMask: { fieldPaths: "a" } }] }],
  ["a mask with a number", { writes: [{ update, updateMask: { fieldPaths: [12] } }] }],
  ["a mask with an empty name", { writes: [{ update, updateMask: { fieldPaths: ["``"] } }] }],
  ["two conditions", { writes: [{ update, currentDocument: { exists: true, updateTime: "2020-01-01T00:00:00Z" } }] }],
  ["a condition that is a text", { writes: [{ update, currentDocument: { exists: "true" } }] }],
])("a commit with %s is an invalid argument", async (_, body) => {
  const text = JSON.stringify(body).replaceAll('"name":""', `"name":${JSON.stringify(name)}`);
  expect(await post("commit", text)).toMatchObject({ status: 400, body: { error: { status: "INVALID_ARGUMENT" } } });
});

test.each([
  ["a name that is none", { documents: ["x"] }, 400],
  ["a text", { documents: "x" }, 400],
  ["another project", { documents: ["projects/real/databases/(default)/documents/dailyleet/v1"] }, 403],
])("batchGet of %s is refused", async (_, body, status) => {
  expect((await post("batchGet", body)).status).toBe(status);
});
