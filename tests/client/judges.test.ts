import { spawn } from "node:child_process";
import { join } from "node:path";
import { createJudges } from "@dailyleet/client";
import { hasCode, JUDGE_KEYS, problemQuery, submissionsQuery } from "@dailyleet/core";
import { afterAll, describe, expect, test } from "vitest";
import { ACCOUNT, readSubmissions, SOLVED, sample } from "../support/judgeSamples.ts";
import { startJudgesServer } from "../support/judgesServer.ts";
import { resultOf } from "../support/process.ts";
import { FAULTS } from "./support/faults.ts";
import { replyOf, testHttp } from "./support/ports.ts";
import { json, text } from "./support/scriptedServer.ts";
import { createVirtualTime } from "./support/virtualTime.ts";

const server = await startJudgesServer();
afterAll(() => server.stop());

const SINCE = Date.parse("2026-11-01T00:00Z");

function judgesOn(time = createVirtualTime()) {
  const { wait } = time;
  return createJudges({ http: testHttp(time), wait, version: "1.2.3", standIn: server.origin });
}

test("each site is asked as its own page asks it, under the program's name and without a cookie", async () => {
  const judges = judgesOn();
  for (const judge of JUDGE_KEYS) await judges(submissionsQuery(judge, ACCOUNT, Date.parse("2026-11-25T00:00Z")));
  for (const judge of ["leetcode", "geeksforgeeks"] as const) await judges(problemQuery(judge));
  expect(server.asked()).toEqual([
    "POST /leetcode.com/graphql",
    "POST /practiceapi.geeksforgeeks.org/api/v1/user/problems/submissions/",
    `GET /www.codechef.com/recent/user?page=0&user_handle=${ACCOUNT}`,
    `GET /codeforces.com/api/user.status?handle=${ACCOUNT}&from=1&count=500`,
    `GET /kenkoooo.com/atcoder/atcoder-api/v3/user/submissions?user=${ACCOUNT}&from_second=1795564800`,
    "POST /leetcode.com/graphql",
    "GET /practiceapi.geeksforgeeks.org/api/vr/problems-of-day/problem/today/",
  ]);
  const [first, second] = server.requests;
  expect(first?.headers.referer).toBe(`https://leetcode.com/u/${ACCOUNT}/`);
  expect(JSON.parse(first?.body ?? "").variables).toEqual({ username: ACCOUNT, limit: 20 });
  expect(JSON.parse(second?.body ?? "")).toEqual({ handle: ACCOUNT, requestType: "", year: "", month: "" });
  expect(server.requests.every(({ headers }) => headers["user-agent"] === "dailyleet/1.2.3")).toBe(true);
  expect(server.requests.some(({ headers }) => "cookie" in headers)).toBe(false);
});

test("without a stand-in the addresses are the sites' own, over https, with 8 seconds and 2 MB", async () => {
  const calls: unknown[][] = [];
  const http = async ({
    url,
    timeoutMs,
    maxBytes,
    retry,
  }: Parameters<Parameters<typeof createJudges>[0]["http"]>[0]) => {
    calls.push([new URL(url).origin, timeoutMs, maxBytes, retry]);
    return { status: 200, headers: {}, body: "" };
  };
  const judges = createJudges({ http, wait: async () => {}, version: "1.2.3" });
  for (const judge of JUDGE_KEYS) await judges(submissionsQuery(judge, "..%2f&x=1", SINCE));
  const hosts = ["leetcode.com", "practiceapi.geeksforgeeks.org", "www.codechef.com", "codeforces.com", "kenkoooo.com"];
  expect(calls).toEqual(hosts.map((host) => [`https://${host}`, 8_000, 2 * 2 ** 20, undefined]));
});

describe("pages", () => {
  test("of CodeChef: a second one only where the first ends after the day that is asked for", async () => {
    for (const [since, count] of [
      ["2026-11-20", 2],
      ["2026-11-25", 1],
    ] as const) {
      const answers = await judgesOn()(submissionsQuery("codechef", ACCOUNT, Date.parse(since)));
      expect(answers).toHaveLength(count);
      expect(readSubmissions("codechef", answers, ACCOUNT)).toMatchObject({ looked: 3 });
    }
  });

  test("of AtCoder Problems: from the second after the last row, three at most", async () => {
    const [, row] = JSON.parse(sample(SOLVED.atcoder));
    const time = createVirtualTime();
    server.answer("atcoder", (response, request) => {
      const from = Number(new URLSearchParams(request.url.split("?")[1]).get("from_second"));
      const rows = Array.from({ length: 500 }, (_, index) => ({ ...row, epoch_second: from + index }));
      json(200, rows)(response, request);
    });
    const before = server.requests.length;
    const answers = await judgesOn(time)(submissionsQuery("atcoder", ACCOUNT, SINCE));
    expect(readSubmissions("atcoder", answers, ACCOUNT)).toMatchObject({ looked: 1500, hasMore: true, oldest: SINCE });
    expect(
      server
        .asked()
        .slice(before)
        .map((line) => Number(line.split("=").at(-1))),
    ).toEqual([0, 500, 1000].map((count) => SINCE / 1000 + count));
    expect(time.waits).toEqual([1_000, 1_000]);
    server.reset();
  });
});

test("between two requests to a host there is a second, to Codeforces two", async () => {
  const time = createVirtualTime();
  const judges = judgesOn(time);
  await judges(submissionsQuery("leetcode", ACCOUNT, SINCE));
  await judges(submissionsQuery("codeforces", ACCOUNT, SINCE));
  expect(time.waits).toEqual([]);
  await judges(problemQuery("leetcode"));
  await judges(submissionsQuery("codeforces", ACCOUNT, SINCE));
  expect(time.waits).toEqual([1_000, 2_100]);
  const { wait } = time;
  const others = { http: testHttp(time), wait, version: "1.2.3", standIn: server.origin };
  const ask = createJudges({ ...others, recent: ["codeforces"] });
  for (const judge of ["leetcode", "codeforces"] as const) await ask(submissionsQuery(judge, ACCOUNT, SINCE));
  expect(time.waits).toEqual([1_000, 2_100, 2_100]);
});

test.each([
  ["90", 90_000],
  ["-5", 0],
  ["soon", 0],
  ["Fri, 27 Nov 2026 00:00:00 GMT", 86_400_000],
  ["9999999999999999999999", 7 * 86_400_000],
])("a Retry-After of %s is a whole number of milliseconds, a week at most", async (value, retryAfterMs) => {
  server.answer("leetcode", text(429, "", { "retry-after": value, date: "Thu, 26 Nov 2026 00:00:00 GMT" }));
  const answers = await judgesOn()(submissionsQuery("leetcode", ACCOUNT, SINCE));
  expect(answers).toEqual([{ status: 429, body: "", retryAfterMs }]);
  server.reset();
});

test("'npm run check:sites' says of each site whether its answer has the known form", async () => {
  const check = async (...words: string[]) => {
    const script = join(import.meta.dirname, "../../scripts/checkSites.ts");
    return resultOf(spawn(process.execPath, [script, ...words], { env: { ...process.env, ...server.env } }));
  };
  const good = await check(`codeforces=${ACCOUNT}`, `atcoder=${ACCOUNT}`, "leetcode");
  expect([good.code, good.stdout]).toEqual([
    0,
    ["Codeforces", "AtCoder", "LeetCode"].map((title) => `${title}: of the known form\n`).join(""),
  ]);
  server.answer("codeforces", json(200, { status: "OK", results: [] }));
  const bad = await check(`codeforces=${ACCOUNT}`);
  expect([bad.code, bad.stdout]).toEqual([
    1,
    'Codeforces: {"kind":"unknown-form","missing":"result is missing, not a list"}\n',
  ]);
  server.reset();
});

describe.each(JUDGE_KEYS)("%s", (judge) => {
  test.each(FAULTS)("is asked once, and ends well, after $name", async (fault) => {
    server.answer(judge, replyOf(fault));
    const before = server.requests.length;
    const asking = judgesOn()(submissionsQuery(judge, ACCOUNT, SINCE));
    const reading = await asking.then(
      (answers) => readSubmissions(judge, answers, ACCOUNT),
      (error: unknown) => error,
    );
    expect(server.requests.length - before).toBe(1);
    if (reading instanceof Error) expect(hasCode(reading, "unavailable")).toBe(true);
    else expect(reading).toMatchObject({ kind: expect.stringMatching(/^(limited|refused|unavailable|unknown-form)$/) });
    expect(JSON.stringify(reading) + String(reading)).not.toMatch(/SECRET/);
  });
});
