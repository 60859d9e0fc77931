import { isAccount, isFault, JUDGE_KEYS, type JudgeKey, readAccount, sourceOfJudge } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACCOUNT, answer, readSubmissions, SOLVED, sample } from "../../support/judgeSamples.ts";

const read = (judge: JudgeKey, body: string | object, status = 200) =>
  readSubmissions(judge, [answer(body, status)], ACCOUNT);
const readSample = (judge: JudgeKey, file: string, status = 200) => read(judge, sample(file), status);
const at = (iso: string) => Date.parse(iso);

describe("an answer with submissions", () => {
  test("of LeetCode has the newest accepted ones, with the instant of each", () => {
    expect(readSample("leetcode", SOLVED.leetcode)).toMatchObject({
      looked: 3,
      oldest: 1_795_554_060_000,
      hasMore: false,
      submissions: [
        { name: "Sample Problem C", link: "https://leetcode.com/problems/sample-problem-c/", at: 1_795_725_900_000 },
        { name: "Sample Problem B", at: 1_795_640_400_000 },
        { name: "Sample Problem A", at: 1_795_554_060_000 },
      ],
    });
  });

  test("of CodeChef counts 'accepted' alone, and its times are India's", () => {
    expect(readSample("codechef", SOLVED.codechef)).toEqual({
      looked: 3,
      newest: at("2026-11-26T09:15+05:30"),
      oldest: at("2026-11-24T23:40+05:30"),
      hasMore: true,
      submissions: [
        { name: "SAMPLEA", link: "https://www.codechef.com/problems/SAMPLEA", at: at("2026-11-26T09:15+05:30") },
      ],
    });
    const accepted = sample(SOLVED.codechef).replace("'partially accepted'", "'accepted'");
    expect(read("codechef", accepted)).toMatchObject({
      submissions: [{}, { name: "SAMPLEB", link: "https://www.codechef.com/problems/SAMPLEB" }],
    });
  });

  test.each([
    ["12:05 AM 01/03/28", "2028-03-01T00:05+05:30"],
    ["12:05 PM 29/02/28", "2028-02-29T12:05+05:30"],
    ["11:59 PM 31/12/26", "2026-12-31T23:59+05:30"],
  ])("of CodeChef at %s is of the instant %s", (time, instant) => {
    const reading = read("codechef", sample(SOLVED.codechef).replaceAll("09:15 AM 26/11/26", time));
    expect(reading).toMatchObject({ submissions: [{ at: at(instant) }] });
  });

  test("of Codeforces has those with the verdict OK and the person among the authors", () => {
    const submissions = [
      { name: "Sample Problem", link: "https://codeforces.com/problemset/problem/2900/A", at: 1_795_725_900_000 },
    ];
    expect(readSample("codeforces", SOLVED.codeforces)).toMatchObject({ looked: 2, submissions });
    const ofTeam = sample(SOLVED.codeforces).replaceAll("[{", '[{ "handle": "mate" }, {');
    expect(read("codeforces", ofTeam)).toMatchObject({ submissions });
    const ofOthers = sample(SOLVED.codeforces).replaceAll(ACCOUNT, "somebody_else");
    expect(read("codeforces", ofOthers)).toMatchObject({ looked: 2, submissions: [] });
    const isJudged = sample(SOLVED.codeforces).replace('"verdict": "OK",', "");
    expect(read("codeforces", isJudged)).toMatchObject({ looked: 2, submissions: [] });
    const inGym = sample(SOLVED.codeforces).replaceAll('"contestId": 2900', '"contestId": 102900');
    expect(read("codeforces", inGym)).toMatchObject({
      submissions: [{ link: "https://codeforces.com/gym/102900/problem/A" }],
    });
    const inArchive = sample(SOLVED.codeforces).replaceAll('"contestId": 2900,', "");
    expect(read("codeforces", inArchive)).toMatchObject({ submissions: [{ link: null }] });
  });

  test("of AtCoder has those with the result AC, and says whether more follow", () => {
    expect(readSample("atcoder", SOLVED.atcoder)).toEqual({
      looked: 2,
      oldest: 1_795_554_060_000,
      newest: 1_795_554_660_000,
      hasMore: false,
      submissions: [
        { name: "abc999_a", link: "https://atcoder.jp/contests/abc999/tasks/abc999_a", at: 1_795_554_660_000 },
      ],
    });
    const [, row] = JSON.parse(sample(SOLVED.atcoder));
    const full = Array.from({ length: 500 }, (_, index) => ({ ...row, epoch_second: 1_795_554_660 + index }));
    expect(read("atcoder", full)).toMatchObject({ looked: 500, hasMore: true });
  });

  test("of GeeksforGeeks has dates without a zone, and leaves out problems without one", () => {
    expect(readSample("geeksforgeeks", SOLVED.geeksforgeeks)).toMatchObject({
      looked: 3,
      oldest: { year: 2026, month: 11, day: 24 },
      submissions: [
        {
          name: "Sample Easy Problem",
          link: "https://www.geeksforgeeks.org/problems/sample-easy-problem/1",
          at: { year: 2026, month: 11, day: 24 },
        },
        { name: "Sample Medium Problem", at: { year: 2026, month: 11, day: 25 } },
      ],
    });
  });

  test("may have other fields, another order and names that no terminal should see as they are", () => {
    const hostile = sample(SOLVED.leetcode).replace("Sample Problem C", "\\u001b[2J<b>C</b>\\n\\u202edone");
    expect(read("leetcode", hostile)).toMatchObject({ submissions: [{ name: "[2J<b>C</b> done" }, {}, {}] });
    const long = sample(SOLVED.leetcode).replace("Sample Problem C", "C".repeat(100_000));
    expect(read("leetcode", long)).toMatchObject({ submissions: [{ name: `${"C".repeat(100)}…` }, {}, {}] });
  });
});

test("an answer may have very many rows", () => {
  const rows = Array.from({ length: 300_000 }, () => ({ creationTimeSeconds: 1 }));
  expect(read("codeforces", { status: "OK", result: rows })).toMatchObject({ looked: 300_000, submissions: [] });
});

test.each([
  ["leetcode", "leetcode-recentAcSubmissionList-empty.json", "quiet_user"],
  ["codechef", "codechef-recent-user-empty.json", ACCOUNT],
  ["atcoder", "[]", ACCOUNT],
  ["codeforces", '{"status":"OK","result":[]}', ACCOUNT],
] as const)("%s with no submissions is found empty", (judge, file, account) => {
  const body = file.endsWith(".json") ? sample(file) : file;
  expect(readSubmissions(judge, [answer(body)], account)).toMatchObject({ looked: 0, oldest: null });
});

describe("an answer without submissions is one fault that says why", () => {
  test.each([
    ["leetcode", "leetcode-unknownUser.json", 200, { kind: "unknown-account" }],
    ["codeforces", "codeforces-failed-unknown.json", 400, { kind: "unknown-account" }],
    ["codeforces", "codeforces-failed-limit.json", 200, { kind: "limited" }],
    ["codeforces", "codeforces-failed-limit.json", 503, { kind: "limited" }],
    ["geeksforgeeks", "geeksforgeeks-submissions-failed.json", 200, { kind: "unknown-account" }],
    ["geeksforgeeks", "geeksforgeeks-submissions-failed.json", 406, { kind: "unknown-account" }],
  ] as const)("%s: %s with %i", (judge, file, status, fault) => {
    expect(readSample(judge, file, status)).toMatchObject(fault);
  });

  test("LeetCode withholds the list", () => {
    const body = sample("leetcode-recentAcSubmissionList-null.json");
    expect(readSubmissions("leetcode", [answer(body)], "hidden_user")).toEqual({ kind: "withheld" });
  });

  describe.each(JUDGE_KEYS)("%s", (judge) => {
    test.each([
      ["a challenge with 403", sample("cloudflare-challenge-403.html"), 403, "refused"],
      ["a challenge with 200", sample("cloudflare-challenge-403.html"), 200, "refused"],
      ["a challenge with 503", sample("cloudflare-challenge-403.html"), 503, "refused"],
      ["a login page", "<!doctype html><title>Log in</title>", 200, "refused"],
      ["a redirect", "", 302, "refused"],
      ["an outage", "<h1>502 Bad Gateway</h1>", 502, "unavailable"],
      ["another address", "Not found", 404, "unknown-form"],
      ["other JSON", '{"hello":["SECRET"]}', 200, "unknown-form"],
      ["null", "null", 200, "unknown-form"],
      ["nothing", "", 200, "unknown-form"],
      ["nested lists", "[".repeat(100_000), 200, "unknown-form"],
      ["half an answer", sample(SOLVED[judge]).slice(0, -30), 200, "unknown-form"],
    ])("%s", (_, body, status, kind) => {
      expect(read(judge, body, status)).toMatchObject({ kind });
    });

    test("429 with the time to wait", () => {
      expect(readSubmissions(judge, [answer("", 429, 60_000)], ACCOUNT)).toEqual({
        kind: "limited",
        retryAfterMs: 60_000,
      });
    });
  });

  test.each([
    [
      "leetcode",
      '"1795640400"',
      "1795640400",
      "data.recentAcSubmissionList[1].timestamp is a number, not a text of digits",
    ],
    ["leetcode", ACCOUNT, "somebody", "data.matchedUser.username is a text, not the account that was asked for"],
    [
      "leetcode",
      '"titleSlug": "sample-problem-b"',
      '"titleSlug": "../x"',
      "data.recentAcSubmissionList[1].titleSlug is a text, not letters, digits, _ and -",
    ],
    ["leetcode", '"username"', '"name"', "data.matchedUser.username is missing, not the account that was asked for"],
    ["codeforces", '"OK"', '"FINE"', "status is a text, not 'OK'"],
    ["codeforces", "1795725900", '"1795725900"', "result[0].creationTimeSeconds is a text, not a whole number"],
    ["codeforces", "1795725900", "1795725900.5", "result[0].creationTimeSeconds is a number, not a whole number"],
    ["atcoder", ACCOUNT, "somebody", "[0].user_id is a text, not the account that was asked for"],
    [
      "atcoder",
      '"problem_id": "abc999_a"',
      '"problem_id": "a/../b"',
      "[1].problem_id is a text, not letters, digits, _ and -",
    ],
    ["geeksforgeeks", '"success"', '"odd"', "status is a text, not 'success'"],
    ["geeksforgeeks", "2026-11-24", "2026-02-30", "result[1][0].user_subtime is a text, not a day of the calendar"],
    [
      "geeksforgeeks",
      '"2026-11-24 23:41:07"',
      "7",
      "result[1][0].user_subtime is a number, not a time such as 2026-11-24 23:41:07",
    ],
    ["geeksforgeeks", "sample-easy-problem", "a b", "result[1][0].slug is a text, not letters, digits, _ and -"],
    ["codechef", "<span title='accepted'", "<b title='accepted'", "row 1 of the content has no verdict"],
    ["codechef", "09:15 AM 26/11/26", "09:16 AM 26/11/26", "row 1 of the content has no single time"],
    ["codechef", "/problems/SAMPLEA", "/SAMPLEA", "row 1 of the content has no link to a problem"],
    ["codechef", '"max_page": 2', '"max_page": "2"', "max_page is a text, not a whole number"],
  ] as const)("%s with %s become %s names what was missing, and nothing of the answer", (judge, from, to, missing) => {
    const body = sample(SOLVED[judge]);
    const changed =
      judge === "atcoder" && from.startsWith('"problem_id') ? body.replaceAll(from, to) : body.replace(from, to);
    expect(changed).not.toBe(body);
    expect(read(judge, changed)).toEqual({ kind: "unknown-form", missing });
  });

  test("a fault in one page is the fault of all", () => {
    const pages = [sample(SOLVED.codechef), sample("cloudflare-challenge-403.html")].map((body) => answer(body));
    expect(readSubmissions("codechef", pages, ACCOUNT)).toEqual({ kind: "refused" });
    const both = [answer(sample(SOLVED.codechef)), answer(sample("codechef-recent-user-empty.json"))];
    expect(readSubmissions("codechef", both, ACCOUNT)).toMatchObject({ looked: 3, hasMore: false, submissions: [{}] });
  });
});

/** The times or dates of all accepted rows in the text, by a much looser reading than the product's. */
function acceptedTimes(judge: JudgeKey, body: string): string[] {
  const found = (pattern: RegExp) => [...body.matchAll(pattern)].map(([, time = ""]) => time);
  const seconds = /(?:timestamp|creationTimeSeconds|epoch_second)"\s*:\s*"?(-?\d+)/g;
  if (judge === "geeksforgeeks") return found(/(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d/g);
  if (judge === "codechef") return found(/(\d\d:\d\d [AP]M \d\d\/\d\d\/\d\d)/g);
  const isOk = { leetcode: true, codeforces: /"OK"/.test(body), atcoder: /"AC"/.test(body) }[judge];
  return isOk ? found(seconds) : [];
}

const junk = fc.oneof(
  fc.constantFrom(
    "null",
    "[]",
    "{}",
    "7",
    '"x"',
    "-1",
    "1e400",
    '"accepted"',
    "</tr>",
    "<tr>",
    "'",
    "\u0000",
    "9".repeat(30),
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);

test("10,000 mutated samples: nothing is thrown, and no time is found that the answer does not have", () => {
  const mutation = fc.record({ at: fc.nat(2_000), length: fc.nat(12), put: junk, isToken: fc.boolean() });
  const cases = fc.record({
    site: fc.constantFrom(...JUDGE_KEYS),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
  });
  let found = 0;
  fc.assert(
    fc.property(cases, ({ site: judge, mutations }) => {
      let body = sample(SOLVED[judge]);
      for (const { at: place, length, put, isToken } of mutations) {
        const tokens = [...body.matchAll(/"[^"]*"|[\d.]+|null|true|false/g)];
        const token = tokens[place % tokens.length];
        const [from, size] = isToken && token ? [token.index, token[0].length] : [place % body.length, length];
        body = body.slice(0, from) + put + body.slice(from + size);
      }
      const reading = read(judge, body);
      if (isFault(reading)) return;
      found++;
      const times = acceptedTimes(judge, JSON.stringify(JSON.parse(body)));
      expect(reading.submissions.length).toBeLessThanOrEqual(times.length);
      for (const submission of reading.submissions) {
        if (typeof submission.at === "number" && judge !== "codechef") {
          expect(times.map(Number)).toContain(submission.at / 1000);
        }
      }
    }),
    { numRuns: 10_000 },
  );
  expect(found).toBeGreaterThan(500);
});

test.each([
  ["leetcode", ["asha", "a-s_h4"], ["", "..", "a/b", "a b", "a?b", "a%2e", "आशा", "a".repeat(41), "a\n"]],
  ["geeksforgeeks", ["asha.k", "_a"], ["..", "a/../b", "a".repeat(51), "a&b"]],
  ["codechef", ["asha_1"], ["ab", "asha-1", "a".repeat(21), "asha\u0000"]],
  ["codeforces", ["A.K.E.E.", "I_love-x"], ["ab", "...", "a;b", "a".repeat(25)]],
  ["atcoder", ["asha"], ["ab", "asha-1", "a".repeat(17)]],
] as const)("%s allows the accounts %j and not %j", (judge, allowed, refused) => {
  expect(allowed.every((name) => isAccount(judge, name))).toBe(true);
  expect(refused.filter((name) => isAccount(judge, name))).toEqual([]);
});

test.each([
  [
    "leetcode",
    "asha",
    ["asha", "@asha", " asha\n", "\u200easha\u00a0", "https://leetcode.com/u/asha/", "leetcode.com/u/asha"],
  ],
  ["leetcode", "asha", ["https://leetcode.com/u/asha/?tab=recent#top", "HTTPS://LeetCode.com/u/asha"]],
  [
    "geeksforgeeks",
    "asha.k",
    ["https://www.geeksforgeeks.org/user/asha.k/", "www.geeksforgeeks.org/profile/asha.k?tab=activity"],
  ],
  ["geeksforgeeks", "asha.k", ["https://auth.geeksforgeeks.org/user/asha.k/practice/"]],
  ["codechef", "asha_1", ["https://www.codechef.com/users/asha_1"]],
  ["codeforces", "I_love-x", ["https://codeforces.com/profile/I_love-x", "https://m1.codeforces.com/profile/I_love-x"]],
  ["atcoder", "asha", ["https://atcoder.jp/users/asha?lang=en", "https://atcoder.jp/users/asha/history"]],
] as const)("%s: the account %s is taken out of %j", (judge, account, texts) => {
  expect(texts.map((text) => readAccount(judge, text))).toEqual(texts.map(() => account));
});

test.each([
  "",
  " ",
  "@",
  "@@asha",
  "asha k",
  "https://leetcode.com/problemset/",
  "https://leetcode.com/u/",
  "https://leetcode.com/u/a%2Fb",
  "https://codeforces.com/profile/asha",
  "https://leetcode.com.example/u/asha",
  "https://leetcode.com@example.com/u/asha",
])("'%s' names no account of LeetCode", (text) => {
  expect(readAccount("leetcode", text)).toBeNull();
});

test("an account is of the source at the site's host, or at one below it", () => {
  const at = (url: string) =>
    sourceOfJudge("codechef", [
      { name: "A", url: "https://a.example/codechef.com" },
      { name: "B", url },
    ]);
  expect(["https://codechef.com/x", "https://www.codechef.com/practice"].map(at)).toEqual([2, 2]);
  const others = ["https://notcodechef.com/", "https://codechef.com.example/", "https://codechef.com@a.example/", "x"];
  expect(others.map(at)).toEqual([null, null, null, null]);
});
