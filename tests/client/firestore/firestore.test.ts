import { createFirestore } from "@dailyleet/client";
import { booleanValue, DailyleetError, type DocumentWrite } from "@dailyleet/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testHttp } from "../support/ports.ts";
import { googleError, json, type ScriptedServer, startScriptedServer, text } from "../support/scriptedServer.ts";

const DATABASE = "projects/demo-dailyleet/databases/(default)/documents";
const PATH = "dailyleet/v1/data/ann";
const VERSION = "2026-11-20T10:00:00.000001Z";
const WRITE: DocumentWrite = {
  path: PATH,
  fields: { "12": { mapValue: { fields: { "3": booleanValue(true) } } } },
  mask: [["12", "3"], ["year"]],
  precondition: { updateTime: VERSION },
};
const found = (fields?: unknown, updateTime = VERSION) => [
  { found: { name: `${DATABASE}/${PATH}`, fields, createTime: VERSION, updateTime }, readTime: VERSION },
];
const missing = (path = PATH) => [{ missing: `${DATABASE}/${path}`, readTime: VERSION }];
const stored = { writeResults: [{ updateTime: VERSION }], commitTime: VERSION };

let server: ScriptedServer;
let asked: boolean[];
beforeAll(async () => {
  server = await startScriptedServer();
});
beforeEach(() => {
  server.requests.length = 0;
  asked = [];
});
afterAll(() => server.stop());

function documents() {
  const idToken = async (fresh = false) => {
    asked.push(fresh);
    return fresh ? "NEW" : "OLD";
  };
  return createFirestore({ http: testHttp(), base: server.origin, projectId: "demo-dailyleet", idToken });
}

const tokens = () => server.requests.map((request) => request.headers.authorization);

describe("On the wire", () => {
  test("a read names the document and carries the token", async () => {
    server.reply(json(200, found({ "1": { mapValue: {} } })));
    expect(await documents().get(PATH)).toEqual({ fields: { "1": { mapValue: {} } }, updateTime: VERSION });
    expect(server.requests[0]).toMatchObject({ method: "POST", url: `/v1/${DATABASE}:batchGet` });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({ documents: [`${DATABASE}/${PATH}`] });
    expect(tokens()).toEqual(["Bearer OLD"]);
  });

  test("a commit carries leaf masks in back-ticks and the precondition", async () => {
    server.reply(json(200, stored));
    expect(await documents().commit([WRITE])).toEqual([VERSION]);
    expect(server.requests[0]).toMatchObject({ method: "POST", url: `/v1/${DATABASE}:commit` });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
      writes: [
        {
          update: { name: `${DATABASE}/${PATH}`, fields: WRITE.fields },
          updateMask: { fieldPaths: ["`12`.`3`", "year"] },
          currentDocument: { updateTime: VERSION },
        },
      ],
    });
  });

  test("a strange uid stays out of the address", async () => {
    const strange = "dailyleet/v1/data/a?b#c%2F..\ud800 ü";
    server.reply(json(200, missing(strange)));
    expect(await documents().get(strange)).toBeNull();
    expect(server.requests[0]?.url).toBe(`/v1/${DATABASE}:batchGet`);
  });

  test("a document that is not there is null, and one without fields is empty", async () => {
    server.reply(json(200, missing()), json(200, found()));
    expect(await documents().get(PATH)).toBeNull();
    expect(await documents().get(PATH)).toEqual({ fields: {}, updateTime: VERSION });
  });
});

describe("An ID token that is refused", () => {
  const refused = json(401, googleError(401, "UNAUTHENTICATED"));

  test("is renewed and the request repeated once", async () => {
    server.reply(refused, json(200, stored));
    expect(await documents().commit([WRITE])).toEqual([VERSION]);
    expect([asked, tokens()]).toEqual([
      [false, true],
      ["Bearer OLD", "Bearer NEW"],
    ]);
  });

  test("twice means that signing in is needed", async () => {
    server.reply(refused);
    await expect(documents().get(PATH)).rejects.toMatchObject({ code: "signin-needed" });
    expect(server.requests).toHaveLength(2);
  });

  test("is told as it is when it cannot be renewed", async () => {
    const idToken = async (fresh = false) => {
      if (fresh) throw new DailyleetError("unavailable", "No answer; try again.");
      return "OLD";
    };
    server.reply(refused);
    const store = createFirestore({ http: testHttp(), base: server.origin, projectId: "demo-dailyleet", idToken });
    await expect(store.get(PATH)).rejects.toThrow("No answer; try again.");
  });
});

describe("A refused commit", () => {
  const denied = json(403, googleError(403, "PERMISSION_DENIED"));
  const commit = () => documents().commit([WRITE]);

  test("is a conflict when the document has another version by now", async () => {
    server.reply(denied, json(200, found({}, "2026-11-20T10:00:00.000002Z")));
    await expect(commit()).rejects.toMatchObject({ code: "conflict" });
  });

  test("is a conflict when the document was to be new and is there", async () => {
    server.reply(denied, json(200, found()));
    const first = { ...WRITE, precondition: { exists: false } };
    await expect(documents().commit([first])).rejects.toMatchObject({ code: "conflict" });
  });

  test("is a conflict when the document is gone", async () => {
    server.reply(json(404, googleError(404, "NOT_FOUND")), json(200, missing()));
    await expect(commit()).rejects.toMatchObject({ code: "conflict" });
  });

  test("is for good when everything is as it was expected", async () => {
    server.reply(denied, json(200, found()));
    await expect(commit()).rejects.toMatchObject({ code: "refused" });
    server.reply(denied, json(200, missing()));
    await expect(documents().commit([{ ...WRITE, precondition: { exists: false } }])).rejects.toMatchObject({
      code: "refused",
    });
  });

  test("is for good when the document may not be read either", async () => {
    server.reply(denied);
    await expect(commit()).rejects.toMatchObject({ code: "refused" });
  });
});

test("A commit without a precondition is not repeated", async () => {
  server.reply(text(503, ""));
  const { precondition: _, ...bare } = WRITE;
  await expect(documents().commit([bare])).rejects.toMatchObject({ code: "unavailable" });
  expect(server.requests).toHaveLength(1);
});
