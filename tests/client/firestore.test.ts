import { createFirestore, type Http } from "@dailyleet/client";
import { booleanValue, DailyleetError, type DocumentWrite, ticksIn } from "@dailyleet/core";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runs } from "../support/long.ts";
import { testHttp } from "./support/ports.ts";
import { googleError, json, type ScriptedServer, startScriptedServer, text } from "./support/scriptedServer.ts";

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

/** Error bodies as Google sends them, each with what the site's owner has to do. */
describe("What only the site's owner can mend", () => {
  const OVERVIEW = "https://console.developers.google.com/apis/api/firestore.googleapis.com/overview?project=123";
  const info = (reason: string) => [
    { "@type": "type.googleapis.com/google.rpc.Help", links: [{ url: "https://evil.example" }] },
    { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "googleapis.com", metadata: {} },
  ];
  const apiOff = `Cloud Firestore API has not been used in project 123 before or it is disabled. Enable it by visiting ${OVERVIEW} then retry.`;
  const billing = "https://console.developers.google.com/billing/enable?project=123";

  test.each([
    [403, "PERMISSION_DENIED", apiOff, info("SERVICE_DISABLED"), ["API of the project is off", OVERVIEW]],
    [403, "PERMISSION_DENIED", apiOff, undefined, ["API of the project is off", OVERVIEW]],
    [
      403,
      "PERMISSION_DENIED",
      `This API method requires billing to be enabled. Please enable billing on project #123 by visiting ${billing} then retry.`,
      info("BILLING_DISABLED"),
      ["billing of the project is off", billing],
    ],
    [
      403,
      "PERMISSION_DENIED",
      "The billing account for the owning project is disabled in state closed",
      undefined,
      ["billing of the project is off"],
    ],
    [
      403,
      "PERMISSION_DENIED",
      "Permission denied on resource project no-such-project.",
      info("CONSUMER_INVALID"),
      ["no such project", "'projectId'"],
    ],
    [
      404,
      "NOT_FOUND",
      "The database (default) does not exist for project demo Please visit https://console.cloud.google.com/datastore/setup?project=demo to add a Cloud Datastore or Cloud Firestore database. ",
      undefined,
      [
        "has no database",
        "create its Firestore database",
        "https://console.cloud.google.com/datastore/setup?project=demo",
      ],
    ],
    [
      404,
      "NOT_FOUND",
      "The project demo does not exist or it does not contain an active Cloud Datastore or Cloud Firestore database.",
      undefined,
      ["has no database"],
    ],
    [
      400,
      "FAILED_PRECONDITION",
      "The Cloud Firestore API is not available for Firestore in Datastore Mode database projects/demo/databases/(default).",
      undefined,
      ["Datastore mode"],
    ],
    [
      400,
      "FAILED_PRECONDITION",
      "The query requires an index. You can create it here: https://console.firebase.google.com/v1/r/project/demo/firestore/indexes?create_composite=Cg",
      undefined,
      ["index is missing", "deploy the indexes"],
    ],
    [429, "RESOURCE_EXHAUSTED", "Quota exceeded.", undefined, ["quota of the project is used up", "midnight"]],
  ])("is named with the remedy: %d %s, '%s'", async (code, status, message, details, parts) => {
    for (const body of [
      { error: { code, status, message, details } },
      [{ error: { code, status, message, details } }],
    ]) {
      const store = over(body, code);
      for (const ask of [() => store.get(PATH), () => store.list(YEARS, 50), () => store.commit([WRITE])]) {
        const error = await ask().catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code: "site-fault" });
        for (const part of [...parts, "whoever runs the site has to"]) expect(String(error)).toContain(part);
      }
    }
  });

  test("is the rules where they refuse: the same sentence asks for another account or for the rules", async () => {
    const missing = googleError(403, "PERMISSION_DENIED", "Missing or insufficient permissions.");
    await expect(over(missing, 403).get(PATH)).rejects.toMatchObject({
      code: "refused",
      message: expect.stringMatching(/right person, .* deploy the rules of this version/),
    });
  });

  test("is told with no other words or addresses of the server, and in few words", async () => {
    const long = `${apiOff.replace(OVERVIEW, "https://evil.example/\u001b[2J")} https://console.cloud.google.com/${"a".repeat(9_000)}`;
    const error = await over(googleError(403, "PERMISSION_DENIED", long), 403)
      .get(PATH)
      .catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/^[\x20-\x7e]*$/);
    expect(String(error)).not.toContain("evil");
    expect(String(error).length).toBeLessThan(500);
  });
});

const denied = json(403, googleError(403, "PERMISSION_DENIED"));
const gone = json(404, googleError(404, "NOT_FOUND"));
const toBeNew = { exists: false } as const;

test.each([
  ["a conflict", "has another version by now", [denied, json(200, found({}, `${VERSION.slice(0, -2)}2Z`))], {}],
  ["a conflict", "was to be new and is there", [denied, json(200, found())], { precondition: toBeNew }],
  ["a conflict", "is gone", [gone, json(200, missing())], {}],
  ["refused", "has the version that was expected", [denied, json(200, found())], {}],
  ["refused", "was to be new and is not there", [denied, json(200, missing())], { precondition: toBeNew }],
  ["refused", "may not be read either", [denied], {}],
] as const)("A refused commit is %s where the document %s", async (outcome, _, replies, changes) => {
  server.reply(...replies);
  const code = outcome === "refused" ? "refused" : "conflict";
  await expect(documents().commit([{ ...WRITE, ...changes }])).rejects.toMatchObject({ code });
});

test("A commit without a precondition is not repeated", async () => {
  server.reply(text(503, ""));
  const { precondition: _, ...bare } = WRITE;
  await expect(documents().commit([bare])).rejects.toMatchObject({ code: "unavailable" });
  expect(server.requests).toHaveLength(1);
});

const YEARS = `${PATH}/years`;
const NAME = `${DATABASE}/${PATH}`;
const document = { name: NAME, createTime: VERSION, updateTime: VERSION };
const foundAs = (changes: object) => [{ found: { ...document, ...changes }, readTime: VERSION }];
const listed = (name: string, changes: object = {}) => [
  { document: { ...document, name, ...changes }, readTime: VERSION },
];

function over(body: unknown, status = 200) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const http: Http = async () => ({ status, headers: {}, body: text });
  return createFirestore({ http, projectId: "demo-dailyleet", idToken: async () => "t" });
}

describe("Whatever a server answers", () => {
  const anyAnswer = fc.record({
    status: fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 404, 409, 418, 429, 500, 503),
    body: fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((value) => `[{"found":{"name":"${NAME}","updateTime":"${VERSION}","fields":${value}}}]`),
      fc.json().map((value) => `[{"missing":${value}}]`),
      fc.json().map((value) => `[{"document":${value},"readTime":"${VERSION}"}]`),
      fc.json().map((value) => `{"writeResults":${value}}`),
      fc.json().map((value) => `{"error":${value}}`),
    ),
  });

  test("comes to a document, null or one of our errors, which tells nothing of the body", async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, async ({ status, body }) => {
        const store = over(body, status);
        for (const ask of [() => store.get(PATH), () => store.list(YEARS, 50), () => store.commit([WRITE])]) {
          const result = await ask().catch((error: unknown) => error);
          if (result instanceof Error) {
            expect(result).toBeInstanceOf(DailyleetError);
            expect(result.message).toMatch(/^(The (answer|document)|No answer)[\x20-\x7e]*\.$/);
          } else if (result !== null && !Array.isArray(result)) ticksIn((result as { fields: unknown }).fields);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  test.each([
    ["another document", foundAs({ name: `${DATABASE}/dailyleet/v1/data/bob` })],
    ["another document that is missing", [{ missing: `${DATABASE}/dailyleet/v1/data/bob` }]],
    ["a document that is both there and missing", [{ found: document, missing: NAME }]],
    ["a document that is found to be null and missing", [{ found: null, missing: NAME }]],
    ["neither", [{ readTime: VERSION }]],
    ["no answer", []],
    ["two answers", [...foundAs({}), ...foundAs({})]],
    ["an answer in no list", { found: document }],
    ["no update time", foundAs({ updateTime: undefined })],
    ["an update time that is none", foundAs({ updateTime: "yesterday" })],
    ["fields in a list", foundAs({ fields: [] })],
    ["an error with 200", [{ error: { code: 404, status: "NOT_FOUND" } }]],
  ])("%s is neither a document nor none", async (_, body) => {
    await expect(over(body).get(PATH)).rejects.toMatchObject({ code: "unavailable" });
  });

  test.each([
    ["a list of another person's years", listed(`${DATABASE}/dailyleet/v1/data/bob/years/2025`)],
    ["a list of what is no year", listed(NAME)],
    ["a list with a document without its version", listed(`${NAME}/years/2025`, { updateTime: undefined })],
    ["a list that breaks off with an error", [...listed(`${NAME}/years/2025`), { error: { code: 503 } }]],
    ["a list that does not say when it was read", [{}]],
    ["a list of nothing at all", []],
    ["a list that is none", { document }],
  ])("%s is no list", async (_, body) => {
    await expect(over(body).list(YEARS, 50)).rejects.toMatchObject({ code: "unavailable" });
  });

  test.each([
    ["no results", {}],
    ["too few results", { writeResults: [] }],
    ["too many results", { writeResults: [{ updateTime: VERSION }, { updateTime: VERSION }] }],
    ["a result beside the right one", { writeResults: [{ updateTime: VERSION }, {}] }],
    ["a result without its time", { writeResults: [{}] }],
  ])("%s is no acknowledgement", async (_, body) => {
    await expect(over(body).commit([WRITE])).rejects.toMatchObject({ code: "unavailable" });
  });
});
