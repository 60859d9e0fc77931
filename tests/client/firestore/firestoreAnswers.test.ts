import { createFirestore, type Http } from "@dailyleet/client";
import { DailyleetError, type DocumentWrite, readTicks } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const DATABASE = "projects/demo-dailyleet/databases/(default)/documents";
const PATH = "dailyleet/v1/data/ann";
const YEARS = `${PATH}/years`;
const VERSION = "2026-11-20T10:00:00.000001Z";
const WRITE: DocumentWrite = { path: PATH, fields: {}, mask: [["1", "1"]], precondition: { updateTime: VERSION } };
const NAME = `${DATABASE}/${PATH}`;
const document = { name: NAME, createTime: VERSION, updateTime: VERSION };
const found = (changes: object) => [{ found: { ...document, ...changes }, readTime: VERSION }];
const nested = (levels: number): unknown => {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = { mapValue: { fields: { a: value } } };
  return value;
};

const listed = (name: string, changes: object = {}) => [
  { document: { ...document, name, ...changes }, readTime: VERSION },
];

/** A store whose server answers all requests alike. */
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
          } else if (result !== null && !Array.isArray(result)) readTicks((result as { fields: unknown }).fields);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["another document", found({ name: `${DATABASE}/dailyleet/v1/data/bob` })],
    ["another document that is missing", [{ missing: `${DATABASE}/dailyleet/v1/data/bob` }]],
    ["a document that is both there and missing", [{ found: document, missing: NAME }]],
    ["a document that is found to be null and missing", [{ found: null, missing: NAME }]],
    ["neither", [{ readTime: VERSION }]],
    ["no answer", []],
    ["two answers", [...found({}), ...found({})]],
    ["an answer in no list", { found: document }],
    ["no update time", found({ updateTime: undefined })],
    ["an update time that is none", found({ updateTime: "yesterday" })],
    ["fields in a list", found({ fields: [] })],
    ["a document nested without end", found({ fields: { "1": nested(500) } })],
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
