import { daysOf, isFault, JUDGE_KEYS, type JudgeAnswer, problemQuery, submissionsQuery } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACCOUNT, answer, SOLVED, sample } from "../../support/judgeSamples.ts";
import { runs } from "../../support/long.ts";

const NOW = Date.parse("2026-11-26T21:00Z");

interface Reader {
  readonly name: string;
  readonly sample: string;
  /** Reads an answer as the program does: up to the next request, or to the days found. */
  read(odd: JudgeAnswer): object;
}

const READERS: readonly Reader[] = [
  ...JUDGE_KEYS.map((judge) => ({
    name: judge,
    sample: sample(SOLVED[judge]),
    read(odd: JudgeAnswer) {
      const query = submissionsQuery(judge, ACCOUNT, 0);
      query.next([odd]);
      const found = query.read([odd]);
      return isFault(found) ? found : daysOf(found.submissions, 1, { now: NOW, since: null });
    },
  })),
  ...(["leetcode", "geeksforgeeks"] as const).map((judge) => ({
    name: `${judge}, problem of the day`,
    sample: sample(
      judge === "leetcode"
        ? "leetcode-activeDailyCodingChallengeQuestion.json"
        : "geeksforgeeks-problem-of-day-today.json",
    ),
    read(odd: JudgeAnswer) {
      const query = problemQuery(judge);
      query.next([odd]);
      const found = query.read([odd]);
      return isFault(found) ? found : { end: query.endOf(found, NOW) };
    },
  })),
];

const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

const KEYS = [
  ..."toString valueOf toJSON constructor __proto__ length then status message comment result content max_page errors".split(
    " ",
  ),
  ..."data matchedUser username recentAcSubmissionList title titleSlug timestamp slug pname user_subtime author".split(
    " ",
  ),
  ..."members handle problem name contestId index verdict creationTimeSeconds user_id epoch_second contest_id".split(
    " ",
  ),
  ..."problem_id date link question difficulty problem_name problem_url activeDailyCodingChallengeQuestion".split(" "),
];

/** Values under keys that the readers, or JavaScript itself, look up. */
const { anyJson } = fc.letrec<{ anyJson: unknown; odd: unknown }>((tie) => ({
  anyJson: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom(
      "failed",
      "OK",
      "AC",
      "success",
      "accepted",
      ACCOUNT,
      "2026-11-26 10:00:00",
      "/problems/a/",
      "<tr><td>",
    ),
    fc.constantFrom(null, true, 0, -1, 1e21, Number.MAX_SAFE_INTEGER, [], {}, { toString: 1, valueOf: null }),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.array(tie("anyJson"), { maxLength: 4 }),
    tie("odd"),
  ),
  odd: fc.dictionary(fc.constantFrom(...KEYS), tie("anyJson"), { maxKeys: 6 }),
}));

describe.each(READERS)("no answer of $name throws", ({ sample, read }) => {
  test.each([
    ["a status that is no text", '{"status":{"toString":1}}'],
    ["a reason that is no text", '{"status":"FAILED","comment":{"toString":1}}'],
    ["a reason of 20,000 nested lists", `{"status":"failed","message":${DEEP}}`],
    [
      "20,000 nested lists under each of its keys",
      `{"errors":${DEEP},"data":{"matchedUser":null,"recentAcSubmissionList":${DEEP}}}`,
    ],
  ])("%s is its fault", (_, body) => {
    for (const status of [200, 400]) expect(read(answer(body, status))).toMatchObject({ kind: "unknown-form" });
  });

  test("whatever JSON it is, or stands in the place of a value of the known form", () => {
    const tokens = [...sample.matchAll(/"[^"]*"|[\d.]+|null|true|false/g)];
    const answers = fc.record({
      json: anyJson,
      // Replace one value of the sample, or the whole answer.
      at: fc.option(fc.nat(tokens.length - 1)),
      status: fc.constantFrom(200, 200, 200, 301, 400, 403, 404, 429, 500),
    });
    fc.assert(
      fc.property(answers, ({ json, at, status }) => {
        const text = JSON.stringify(json);
        const { index = 0, 0: token = sample } = at === null ? {} : (tokens[at] ?? {});
        expect(read(answer(sample.slice(0, index) + text + sample.slice(index + token.length), status))).toBeTypeOf(
          "object",
        );
      }),
      { numRuns: runs(2_500) },
    );
  });
});
