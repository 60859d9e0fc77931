import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JUDGE_KEYS } from "@dailyleet/core";
import { findProfile, openDatabase } from "@dailyleet/local";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { json, text } from "../client/support/scriptedServer.ts";
import { createVirtualTime } from "../client/support/virtualTime.ts";
import { bearer, signIn } from "../local/support/server.ts";
import { type Environment, runInProcess } from "../support/inProcess.ts";
import { ACCOUNT, SOLVED, sample } from "../support/judgeSamples.ts";
import { startJudgesServer } from "../support/judgesServer.ts";
import { timedBackups } from "./support/backups.ts";
import { startTestCloud } from "./support/cloud.ts";
import { type Home, refusal } from "./support/home.ts";
import { connectedHome } from "./support/localHome.ts";
import { plantSettings } from "./support/settings.ts";

const server = await startJudgesServer();
afterAll(() => server.stop());
beforeEach(() => {
  vi.stubEnv("TZ", "UTC");
  server.reset();
  return () => vi.unstubAllEnvs();
});

const SOURCES = [
  { name: "LeetCode", url: "https://leetcode.com/problemset/" },
  { name: "Codeforces", url: "https://codeforces.com/problemset" },
  { name: "GeeksforGeeks", url: "https://www.geeksforgeeks.org/problem-of-the-day" },
  { name: "AtCoder", url: "https://atcoder.jp/" },
  { name: "CodeChef", url: "https://www.codechef.com/practice" },
];

const SAID = `DAILYLEET_SITES is set: ${server.origin} stands in for the sites.`;

/** A home with accounts at these sites, on the evening of the last day in the samples. */
async function homeWith(sites: readonly string[] = JUDGE_KEYS, environment: Environment = {}) {
  const time = createVirtualTime(Date.parse("2026-11-26T21:00Z"));
  const { wait, now } = time;
  const home = connectedHome({ env: server.env, wait, now, ...environment });
  writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ sources: SOURCES }));
  for (const site of sites) await home.run(["config", `account.${site}`, ACCOUNT]);
  const before = server.requests.length;
  return { home, time, asked: () => server.asked().slice(before) };
}

const fetchJson = async (home: Home, ...args: string[]) => {
  const { code, stdout, stderr } = await home.run(["fetch", ...args, "--json"]);
  return { ...JSON.parse(stdout), code, stderr };
};
/** A person who gives these replies in turn. */
function person(...replies: readonly (string | false)[]) {
  const asked: string[] = [];
  const ask = async (question: string) => replies[asked.push(question) - 1] ?? false;
  return { asked, ask };
}
const years = async (home: Home) => (await home.json(["export"])).years;

const TICKS = [
  ["2026-11-24", 1],
  ["2026-11-24", 4],
  ["2026-11-25", 1],
  ["2026-11-26", 1],
  ["2026-11-26", 2],
  ["2026-11-26", 5],
];

describe("fetch", () => {
  it("previews, and without a terminal or --yes writes nothing", async () => {
    const { home, time } = await homeWith();
    const { code, stdout, stderr } = await home.run(["fetch"]);
    expect(stdout).toBe(`2026-11-24 LeetCode: Sample Problem A
2026-11-24 AtCoder: abc999_a
2026-11-25 LeetCode: Sample Problem B
2026-11-26 LeetCode: Sample Problem C
2026-11-26 Codeforces: Sample Problem
2026-11-26 CodeChef: SAMPLEA
2026-11-24 GeeksforGeeks: Sample Easy Problem (offered: the date as the site gives it)
2026-11-25 GeeksforGeeks: Sample Medium Problem (offered: the date as the site gives it)
LeetCode: the newest 3, back to November 24; 3 days found, 0 already ticked
GeeksforGeeks: the newest 3, back to November 24; 2 days found, 0 already ticked
CodeChef: the newest 3, back to November 24; 1 day found, 0 already ticked
Codeforces: the newest 2, back to November 26; 1 day found, 0 already ticked
AtCoder: the newest 2, back to November 24; 1 day found, 0 already ticked
Would add 6 ticks.
`);
    expect([code, stderr]).toEqual([0, `dailyleet: ${SAID}\ndailyleet: Nothing was added; --yes adds it.\n`]);
    // The notice of a missing database is left out: `fetch` is about to make the database.
    const { stderr: said } = await runInProcess(home.directory, ["fetch"], { env: server.env, now: time.now });
    expect(said).not.toContain("Nothing is in");
    expect(await years(home)).toEqual({});
  });

  it("with --yes adds what is missing after a backup, as one step of undo, and the next time nothing", async () => {
    const { home, asked } = await homeWith();
    await home.run(["tick", "1", "--date", "2026-11-25"]);
    const before = await years(home);
    const first = await fetchJson(home, "--yes");
    expect(first).toMatchObject({ version: 1, saved: "local", code: 0, marks: [] });
    expect(first.changes).toHaveLength(5);
    expect(first.changes[0]).toEqual({ date: "2026-11-24", source: 1, name: "LeetCode", done: true, was: false });
    expect(first.offered).toEqual([
      { date: "2026-11-24", source: 3, name: "GeeksforGeeks" },
      { date: "2026-11-25", source: 3, name: "GeeksforGeeks" },
    ]);
    expect(first.sites[0]).toEqual({
      site: "leetcode",
      account: ACCOUNT,
      looked: 3,
      since: "2026-11-24",
      found: 3,
      fault: null,
    });
    expect(timedBackups(home.directory)).toHaveLength(1);
    const after = await years(home);
    expect(await fetchJson(home, "--yes")).toMatchObject({ changes: [], saved: null, code: 0 });
    expect(await years(home)).toEqual(after);
    await home.out(["undo"]);
    expect(await years(home)).toEqual(before);
    expect(asked()).toHaveLength(6);
  });

  it("takes a site's name in any case, once however often it is given", async () => {
    const { home, asked } = await homeWith();
    expect((await fetchJson(home, "LeetCode", "leetcode", "LEETCODE")).sites).toHaveLength(1);
    expect(asked()).toHaveLength(1);
  });

  it("writes no day before --since", async () => {
    const { home } = await homeWith();
    const dry = await fetchJson(home, "--dry-run", "--yes", "--since", "2026-11-25");
    expect(dry.saved).toBeNull();
    expect(dry.changes.map(({ date, source }: never) => [date, source])).toEqual([
      ["2026-11-25", 1],
      ...TICKS.filter(([date]) => date === "2026-11-26"),
    ]);
    expect(await years(home)).toEqual({});
  });

  it("writes offered days for the answer 'o' alone, also where nothing else is new", async () => {
    const { asked: questions, ask } = person("y", "o");
    const { home } = await homeWith(["leetcode", "geeksforgeeks"], { ask });
    expect((await home.run(["fetch"])).stdout).toBe("Added 3 ticks.\n");
    const { stdout } = await home.run(["fetch"]);
    expect(questions.map((question) => question.split("\n").at(-1))).toEqual([
      "Add 3 ticks? [Y/n, o: also the 2 offered] ",
      "Nothing new. [Enter: done, o: add the 2 offered, a: ask again] ",
    ]);
    expect(stdout).toBe("Added 2 ticks.\n");
    expect(await fetchJson(home, "--yes")).toMatchObject({ changes: [], offered: [], saved: null });
  });

  it("never clears a tick or changes a mark, and marks questions of the list as solved with --marks", async () => {
    const twoSum = sample(SOLVED.leetcode)
      .replaceAll("sample-problem-a", "two-sum")
      .replaceAll("sample-problem-b", "3sum");
    server.answer("leetcode", text(200, twoSum));
    const { home } = await homeWith(["leetcode"]);
    await home.run(["tick", "2", "--date", "2026-11-20"]);
    await home.run(["mark", "two-sum", "hint", "--date", "2026-11-24"]);
    const { marks } = await fetchJson(home, "--marks", "--yes");
    const key = "leetcode.com/problems/3sum";
    expect(marks).toEqual([{ date: "2026-11-25", question: key, mark: "solved" }]);
    const { practice, years: ticks } = await home.json(["export"]);
    expect(practice).toEqual({ "leetcode.com/problems/two-sum": { "2026-11-24": 2 }, [key]: { "2026-11-25": 3 } });
    expect(ticks).toEqual({ 2026: { 324: { 2: true }, 328: { 1: true }, 329: { 1: true }, 330: { 1: true } } });
  });

  it.each([
    ["", "Added 1 tick.\n", ""],
    ["y", "Added 1 tick.\n", ""],
    ["n", "", "Nothing was added."],
    [false, "", "Nothing was added."],
  ] as const)("asks a person once, after the list: %j", async (reply, stdout, said) => {
    const { asked: questions, ask } = person(reply);
    const { home } = await homeWith(["codeforces"], { ask });
    const result = await home.run(["fetch"]);
    expect(questions).toEqual([
      "2026-11-26 Codeforces: Sample Problem\n" +
        "Codeforces: the newest 2, back to November 26; 1 day found, 0 already ticked\nAdd 1 tick? [Y/n] ",
    ]);
    expect([result.code, result.stdout]).toEqual([0, stdout]);
    expect(result.stderr).toContain(said);
    expect(Object.keys((await years(home)) as object)).toHaveLength(stdout === "" ? 0 : 1);
  });

  it("counts the person's own day, and leaves out days to come and before 1970", async () => {
    const rows = JSON.parse(sample(SOLVED.codeforces));
    const [row] = rows.result;
    const times = [Date.parse("2026-11-26T02:30Z"), Date.parse("2027-03-01T00:00Z"), -86_400_000].map(
      (ms) => ms / 1000,
    );
    rows.result = times.map((creationTimeSeconds) => ({ ...row, creationTimeSeconds }));
    server.answer("codeforces", json(200, rows));
    const { home } = await homeWith(["codeforces"]);
    await home.out(["config", "dayEndsAt", "03:00"]);
    const { stdout } = await home.run(["fetch"]);
    expect(stdout).toContain("2026-11-25 Codeforces: Sample Problem\n");
    expect(stdout).toContain(
      "; 1 day found, 0 already ticked; 1 of days to come left out; 1 from before 1970 left out\n",
    );
  });
});

describe("a site is left alone", () => {
  it("for 15 minutes, unless the person answers 'a'", async () => {
    const { asked: questions, ask } = person("a", "n");
    const { home, time, asked } = await homeWith(["leetcode"], { ask });
    const first = await fetchJson(home);
    time.jump(14 * 60_000);
    expect(await fetchJson(home)).toEqual(first);
    expect(asked()).toHaveLength(1);
    await home.run(["fetch", "--since", "-30"]);
    const [kept, anew] = questions.map((question) => question.split("\n").slice(-2));
    expect(kept).toEqual([
      expect.stringMatching(/; as of .*; asked anew after 15 minutes$/),
      "Add 3 ticks? [Y/n, a: ask again] ",
    ]);
    expect(anew).toEqual([expect.not.stringContaining("as of"), "Add 3 ticks? [Y/n] "]);
    expect(asked()).toHaveLength(2);
    time.jump(15 * 60_000);
    await fetchJson(home);
    expect(asked()).toHaveLength(3);
  });

  it("for a moment between two requests, whatever is asked", async () => {
    const { ask } = person("a", "n");
    const { home, time, asked } = await homeWith(["leetcode"], { ask });
    await fetchJson(home);
    expect(time.waits).toEqual([]);
    await home.run(["fetch"]);
    await home.run(["today", "--problems"]);
    expect([asked().length, time.waits]).toEqual([4, [1_000, 1_000]]);
  });

  it.each([
    [
      "an hour after a refusal",
      text(403, sample("cloudflare-challenge-403.html")),
      60,
      "refused to answer a program, and is left alone until 2026-11-26 22:00; see https://leetcode.com/u/sample_user/ yourself.",
    ],
    [
      "an hour after a challenge",
      text(200, sample("cloudflare-challenge-403.html")),
      60,
      "refused to answer a program, and",
    ],
    [
      "as long as Retry-After says",
      text(429, "", { "retry-after": "2400" }),
      40,
      "asks to be left alone until 2026-11-26 21:40; run this command again after that.",
    ],
  ])("%s", async (_, reply, minutes, said) => {
    server.answer("leetcode", reply);
    const { home, time, asked } = await homeWith(["leetcode"]);
    for (const step of [0, minutes * 60_000 - 1_000]) {
      time.jump(step);
      const { code, stderr, sites } = await fetchJson(home);
      expect([code, sites[0].fault]).toEqual([1, expect.stringContaining(`LeetCode ${said}`)]);
      expect(stderr).toContain(sites[0].fault);
    }
    expect(asked()).toHaveLength(1);
    time.jump(1_000);
    await fetchJson(home);
    expect(asked()).toHaveLength(2);
  });

  it("by every command and under every account, once it refused", async () => {
    server.answer("leetcode", text(403, ""));
    const { home, asked } = await homeWith(["leetcode"]);
    await home.out(["config", "problems", "on"]);
    expect((await fetchJson(home)).code).toBe(1);
    await home.run(["config", "account.leetcode", "other_user"]);
    expect((await fetchJson(home)).sites[0].fault).toContain("https://leetcode.com/u/other_user/");
    await home.run(["config", "problems", "off"]);
    await home.run(["today", "--problems"]);
    expect(asked().filter((line) => line.includes("leetcode.com"))).toHaveLength(1);
    expect(readFileSync(join(home.directory, "refusals.json"), "utf8")).not.toContain(ACCOUNT);
  });

  it("a week at most, whatever Retry-After says", async () => {
    server.answer("leetcode", text(429, "", { "retry-after": "9".repeat(400) }));
    const { home, asked } = await homeWith(["leetcode"]);
    for (let count = 0; count < 2; count++) {
      expect((await fetchJson(home)).sites[0].fault).toContain("until 2026-12-03 21:00;");
    }
    expect(asked()).toHaveLength(1);
  });

  it("not after no answer came", async () => {
    server.answer("leetcode", (response) => void response.socket?.resetAndDestroy());
    const { home } = await homeWith(["leetcode"]);
    const failed = await fetchJson(home);
    expect([failed.code, failed.sites[0].fault]).toEqual([
      1,
      "No answer from leetcode.com (ECONNRESET); check your connection and try again.",
    ]);
    // Without an answer it does not say that there is nothing new.
    expect((await home.run(["fetch"])).stdout).toBe("");
    server.reset();
    expect((await fetchJson(home)).changes).toHaveLength(3);
  });

  it("whatever the file of kept answers holds, which only the person can read", async () => {
    const { home, asked } = await homeWith(["leetcode"]);
    const first = await fetchJson(home);
    const file = join(home.directory, "visits.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const damaged of [
      "",
      "{",
      "[]",
      '{"leetcode":7}',
      '{"leetcode":{"account":"sample_user","asked":1,"until":9e99,"answers":[7]}}',
    ]) {
      writeFileSync(file, damaged);
      expect(await fetchJson(home)).toEqual(first);
    }
    expect(asked()).toHaveLength(6);
  });
});

describe("a site's fault", () => {
  it("is its own: the others' ticks are written all the same, and the code is 1", async () => {
    server.answer("codeforces", text(500, "SECRET"));
    server.answer("leetcode", json(200, { data: { matchedUser: { username: ACCOUNT }, recentAcSubmissionList: [7] } }));
    server.answer("atcoder", text(200, "x".repeat(20_000_000)));
    server.answer("codechef", text(302, "", { location: "https://evil.example/" }));
    const { home } = await homeWith(JUDGE_KEYS, { ask: person("o").ask });
    const { code, stdout, stderr } = await home.run(["fetch"]);
    expect([code, stdout]).toEqual([1, "Added 2 ticks.\n"]);
    expect(stderr).toContain("Codeforces has a problem of its own (500); try again later.\n");
    expect(stderr).toContain(
      "LeetCode's answer has a form that dailyleet 0.0.0 doesn't know; nothing was ticked from it. " +
        "A line for a report: dailyleet 0.0.0, leetcode: data.recentAcSubmissionList[0] is a number, not an object.\n",
    );
    expect(stderr).toContain("The answer from kenkoooo.com is larger than 2 MB, the most that is read.\n");
    expect(stderr).toContain("CodeChef refused to answer a program");
    expect(stderr + stdout).not.toMatch(/SECRET|evil/);
  });

  it.each([
    [
      "leetcode",
      text(200, sample("leetcode-unknownUser.json")),
      "LeetCode knows no account 'sample_user'; correct it with 'dailyleet config account.leetcode NAME'.",
    ],
    [
      "codeforces",
      text(400, sample("codeforces-failed-unknown.json")),
      "Codeforces knows no account 'sample_user'; correct it with 'dailyleet config account.codeforces NAME'.",
    ],
    [
      "geeksforgeeks",
      text(404, sample("geeksforgeeks-submissions-failed.json")),
      "GeeksforGeeks knows no account 'sample_user'; correct it with 'dailyleet config account.geeksforgeeks NAME'.",
    ],
    [
      "leetcode",
      text(200, sample("leetcode-recentAcSubmissionList-null.json").replace("hidden_user", ACCOUNT)),
      "LeetCode gives no list of sample_user, and nothing was ticked from it; see https://leetcode.com/u/sample_user/.",
    ],
    [
      "codeforces",
      text(200, sample("codeforces-failed-limit.json")),
      "Codeforces asks to be left alone until 2026-11-26 21:15; run this command again after that.",
    ],
  ] as const)("%s: %#", async (judge, reply, fault) => {
    server.answer(judge, reply);
    const { home } = await homeWith([judge]);
    const answer = await fetchJson(home, "--yes");
    expect([answer.code, answer.sites[0].fault, answer.changes]).toEqual([1, fault, []]);
  });
});

describe("an account", () => {
  it("is the person's own, in no file for others, and says what follows", async () => {
    const { home } = await homeWith([]);
    const { code, stdout, stderr } = await home.run(["config", "account.LeetCode", " @asha "]);
    expect([code, stderr]).toEqual([
      0,
      "dailyleet: When you run 'dailyleet fetch', this computer asks leetcode.com for the public list of asha. " +
        "LeetCode's robots.txt asks programs to stay away from this address.\n",
    ]);
    expect(stdout).toBe("account.leetcode: asha (was none)\n");
    expect((await home.run(["config", "account.atcoder", "asha"])).stderr).toContain(
      "asks kenkoooo.com for the public list of asha. kenkoooo.com is AtCoder Problems,",
    );
    expect(readFileSync(join(home.directory, "dailyleet.json"), "utf8")).not.toContain("asha");
    for (const site of ["leetcode", "atcoder"]) await home.out(["config", `account.${site}`, "none"]);
    expect((await home.json(["export"])).settings).toBeUndefined();
  });

  it("is asked for with its own profile alone", async () => {
    const { home, asked } = await homeWith(["leetcode"]);
    await home.out(["profiles", "add", "Bea"]);
    expect(await refusal(home, ["fetch", "--profile", "Bea"], { DAILYLEET_SITES: undefined })).toEqual([
      2,
      expect.stringContaining("There is no account to ask for"),
    ]);
    expect(asked()).toEqual([]);
    await home.run(["config", "account.leetcode", "bea_b", "--profile", "Bea"]);
    await home.run(["fetch", "--profile", "Bea"]);
    await home.run(["fetch"]);
    expect(asked()).toHaveLength(2);
    expect((await home.json(["config", "account.leetcode"])).value).toBe(ACCOUNT);
  });

  it("that is forgotten takes the kept answers with it", async () => {
    const { home } = await homeWith(["leetcode"]);
    await fetchJson(home);
    await home.out(["config", "account.leetcode", "none"]);
    expect(existsSync(join(home.directory, "visits.json"))).toBe(false);
  });

  it("that is forgotten while its site is asked leaves no answers behind", async () => {
    const { home } = await homeWith(["leetcode"]);
    server.answer("leetcode", async (response, request) => {
      await home.out(["config", "account.leetcode", "none"]);
      text(200, sample(SOLVED.leetcode))(response, request);
    });
    expect(await fetchJson(home)).toMatchObject({ code: 0, sites: [{ found: 3 }] });
    expect(existsSync(join(home.directory, "visits.json"))).toBe(false);
  });

  it.each([
    [
      ["fetch"],
      `There is no account to ask for; name one with 'dailyleet config account.SITE NAME' (${JUDGE_KEYS.join(", ")}).`,
    ],
    [
      ["fetch", "leetcode"],
      "Your account of LeetCode is not known; name it with 'dailyleet config account.leetcode NAME'.",
    ],
    [
      ["fetch", "code360"],
      "'code360' isn't a site. Allowed choices are leetcode, geeksforgeeks, codechef, codeforces, atcoder; see 'dailyleet fetch --help'.",
    ],
    [
      ["config", "account.leetcode", "a/b"],
      "'a/b' is not an account of LeetCode; give the NAME of https://leetcode.com/u/NAME/ (1 to 40 letters, digits, _ and -).",
    ],
  ])("%j is wrong usage", async (args, sentence) => {
    const { home, asked } = await homeWith([]);
    expect(await refusal(home, args, { DAILYLEET_SITES: undefined })).toEqual([2, sentence]);
    expect(asked()).toEqual([]);
  });

  const NO_SOURCE =
    "None of your sources is at codeforces.com, so there is no place for ticks of Codeforces; change one with 'dailyleet config source.NUMBER NAME https://codeforces.com'.";

  it("of a site that is none of the sources is refused", async () => {
    const { home } = await homeWith([]);
    writeFileSync(join(home.directory, "dailyleet.json"), "{}");
    expect(await refusal(home, ["config", "account.codeforces", "asha"])).toEqual([2, NO_SOURCE]);
  });

  it("whose source changed later is that site's fault alone: nobody asks it, and the others' ticks are written", async () => {
    const { home, asked } = await homeWith(["leetcode", "codeforces"]);
    writeFileSync(join(home.directory, "dailyleet.json"), "{}");
    const { code, stderr, sites, changes } = await fetchJson(home, "--yes");
    const row = { site: "codeforces", account: ACCOUNT, looked: 0, since: null, found: 0, fault: NO_SOURCE };
    expect([code, sites[1], changes.length, asked().length]).toEqual([1, row, 3, 1]);
    expect(stderr).toContain(NO_SOURCE);
    expect(await fetchJson(home, "codeforces")).toMatchObject({ code: 1, sites: [row], changes: [], saved: null });
  });

  it.each([
    ["leetcode", "../x"],
    ["codechef", "a".repeat(60)],
  ])("that is stored and that no site allows is not asked for: %s %s", async (site, value) => {
    const { home, asked } = await homeWith(["leetcode"]);
    plantSettings(home, { [`account.${site}`]: { value } });
    const { code, stdout } = await home.run(["fetch"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(asked()).toEqual([]);
  });

  it.each(["http://example.com:80", "https://127.0.0.1:80", "127.0.0.1:80", "http://127.0.0.1:80@evil.example"])(
    "is told to no stand-in but this computer: DAILYLEET_SITES=%s",
    async (DAILYLEET_SITES) => {
      const { home } = await homeWith(["leetcode"]);
      const [code, sentence] = await refusal(home, ["fetch"], { DAILYLEET_SITES });
      expect([code, sentence]).toEqual([
        1,
        `DAILYLEET_SITES is '${DAILYLEET_SITES}', but must be a port of this computer such as http://127.0.0.1:8080; correct it or unset it.`,
      ]);
    },
  );
});

describe("the problem of the day", () => {
  const PROBLEM = {
    name: "Sample Daily Problem",
    link: "https://leetcode.com/problems/sample-daily-problem/",
    difficulty: "Medium",
  };
  const problems = async (home: Home, ...args: string[]) => {
    const { stdout } = await home.run(["today", "--json", ...args]);
    return JSON.parse(stdout).sources.map(({ problem }: { problem: unknown }) => problem);
  };

  it("is asked for once in the site's day, and then known to every command", async () => {
    const { home, time, asked } = await homeWith([]);
    time.jump(-9 * 3_600_000);
    expect(await problems(home)).toEqual([null, null, null, null, null]);
    expect(asked()).toEqual([]);
    const found = await problems(home, "--problems");
    expect(found).toMatchObject([PROBLEM, null, { name: "Sample Problem Of The Day" }, null, null]);
    await home.run(["today", "--problems"]);
    expect(await problems(home)).toEqual(found);
    expect(await home.out(["today"], { DAILYLEET_SITES: undefined })).toContain(
      `\n  LeetCode: Sample Daily Problem - Medium\n    ${PROBLEM.link}\n  GeeksforGeeks: Sample Problem Of The Day - Medium\n`,
    );
    expect(await problems(home, "--date", "yesterday")).toEqual([null, null, null, null, null]);
    for (const verb of ["status", "stats"]) await home.out([verb]);
    expect(asked()).toHaveLength(2);
    // It is past midnight in India, but not yet in UTC.
    time.jump(7 * 3_600_000);
    expect(await problems(home)).toMatchObject([PROBLEM, null, null, null, null]);
    time.jump(5 * 3_600_000);
    expect(await problems(home)).toEqual([null, null, null, null, null]);
    expect(asked()).toHaveLength(2);
  });

  it("of yesterday is not shown, and is asked for again after 15 minutes", async () => {
    const { home, time, asked } = await homeWith([]);
    time.jump(4 * 3_600_000);
    for (let count = 0; count < 3; count++) expect(await problems(home, "--problems")).not.toContain(PROBLEM);
    expect(asked()).toHaveLength(2);
    time.jump(15 * 60_000);
    await problems(home, "--problems");
    expect(asked()).toHaveLength(4);
  });

  it("is opened, and told by its mark's state, where the person has switched it on", async () => {
    const { home, asked } = await homeWith([]);
    const plain = "https://leetcode.com/problemset/\n";
    expect((await home.run(["open", "leetcode", "--print"])).stdout).toBe(plain);
    expect(asked()).toEqual([]);
    await home.out(["config", "problems", "on"]);
    server.answer(
      "leetcodeDaily",
      text(
        200,
        sample("leetcode-activeDailyCodingChallengeQuestion.json").replaceAll("sample-daily-problem", "two-sum"),
      ),
    );
    expect((await home.run(["open", "leetcode", "--print"])).stdout).toBe("https://leetcode.com/problems/two-sum/\n");
    await home.out(["mark", "https://leetcode.com/problems/two-sum/", "hint", "--date", "-20"]);
    expect(await home.out(["today"])).toContain("\n  LeetCode: Sample Daily Problem - Medium - due\n");
    await home.out(["config", "problems", "off"]);
    expect(existsSync(join(home.directory, "problems.json"))).toBe(false);
    expect((await home.run(["open", "leetcode", "--print"])).stdout).toBe(plain);
  });

  it.each([
    ["a refusal", text(403, "")],
    ["an unknown form", json(200, { data: { activeDailyCodingChallengeQuestion: { date: "SECRET" } } })],
    ["no answer", (response: { destroy(): unknown }) => void response.destroy()],
  ])("is the plain link after %s, which a note tells", async (_, reply) => {
    server.answer("leetcodeDaily", reply as never);
    const { home } = await homeWith([]);
    await home.out(["config", "problems", "on"]);
    const { code, stdout, stderr } = await home.run(["open", "leetcode", "--print"]);
    expect([code, stdout]).toEqual([0, "https://leetcode.com/problemset/\n"]);
    expect(stderr).toMatch(/LeetCode|leetcode\.com/);
    expect(stderr).not.toContain("ticked");
    expect(stderr).not.toContain("SECRET");
  });

  it("is asked for by fetch, too, a second after the submissions", async () => {
    const { home, time, asked } = await homeWith(["leetcode"]);
    await home.out(["config", "problems", "on"]);
    await home.run(["fetch"]);
    expect(asked().filter((line) => line === "POST /leetcode.com/graphql")).toHaveLength(2);
    expect(time.waits).toContain(1_000);
    expect((await problems(home))[0]).toEqual(PROBLEM);
  });
});

describe("in cloud mode", () => {
  const solved = (days: readonly number[]) => {
    const rows = days.map((ago) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - ago * 86_400);
      return { id: "1", title: "A", titleSlug: "a", timestamp };
    });
    server.answer(
      "leetcode",
      json(200, { data: { matchedUser: { username: ACCOUNT }, recentAcSubmissionList: rows } }),
    );
  };

  it("the ticks go to the cloud; without a connection they wait on this computer", async () => {
    const cloud = await startTestCloud();
    const desktop = await cloud.signedIn({ env: server.env });
    await desktop.run(["config", "account.leetcode", ACCOUNT]);
    const fetched = async (...args: string[]) => {
      const { stdout, stderr, code } = await desktop.run(["fetch", ...args, "--json"]);
      return { ...JSON.parse(stdout), stderr, code };
    };
    const done = async () => JSON.parse((await (await cloud.signedIn()).run(["export"])).stdout).years;
    solved([0]);
    expect(await fetched()).toMatchObject({ code: 0, changes: [{ source: 1 }], saved: null });
    expect(await done()).toEqual({});
    expect(await fetched("--yes")).toMatchObject({ code: 0, changes: [{ source: 1 }], saved: "cloud" });
    const before = await done();
    expect(Object.values(before).flatMap((days) => Object.values(days as object))).toEqual([{ 1: true }]);
    expect(await fetched("--yes")).toMatchObject({ changes: [], saved: null });

    solved([0, 1]);
    rmSync(join(desktop.directory, "visits.json"));
    await cloud.goOffline();
    const offline = await fetched("--yes");
    expect(offline).toMatchObject({ code: 0, changes: [{ source: 1 }], saved: "pending" });
    expect(offline.stderr).toContain("saved on this computer and will be sent with the next command");
    await cloud.goOnline();
    expect(await done()).toEqual(before);
    await desktop.run(["sync"]);
    const after = Object.values(await done()).flatMap((days) => Object.values(days as object));
    expect(after).toEqual([{ 1: true }, { 1: true }]);
    await desktop.run(["undo"]);
    expect(await done()).toEqual(before);
  });

  it("nobody is asked anything before the sign-in", async () => {
    const desktop = (await startTestCloud()).computer({ env: server.env });
    await desktop.run(["config", "account.leetcode", ACCOUNT]);
    const before = server.requests.length;
    expect((await desktop.run(["fetch"])).code).toBe(4);
    expect(server.requests).toHaveLength(before);
  });
});

describe("the local server", () => {
  interface Served extends Awaited<ReturnType<typeof homeWith>> {
    readonly url: string;
    /** Sends a GET, or a POST if there is a body. */
    ask(path: string, body?: object, headers?: Record<string, string>): Promise<unknown>;
  }

  async function serving(sites: readonly string[], use: (served: Served) => Promise<void>, settings?: string) {
    const end = new AbortController();
    const start = async (_: string, [url = ""]: readonly string[]) => {
      const ask: Served["ask"] = async (path, body, headers = {}) => {
        const post = body && { method: "POST", body: JSON.stringify(body) };
        return (await fetch(url + path, { headers, ...post })).json();
      };
      await use({ ...found, ask, url }).finally(() => setImmediate(() => end.abort()));
      return true;
    };
    const found = await homeWith(sites, { start, interruption: () => end.signal });
    if (settings !== undefined) writeFileSync(join(found.home.directory, "dailyleet.json"), settings);
    expect(await found.home.run(["serve", "--port", "0", "--open"])).toMatchObject({ code: 0 });
  }

  it("finds the missing ticks as fetch does, once for all tabs and the terminal, and writes none", async () => {
    await serving(["leetcode", "geeksforgeeks"], async ({ ask, asked, home, time }) => {
      expect(await ask("/dailyleet.json")).toEqual({ sources: SOURCES, local: true });
      await home.run(["tick", "1", "--date", "2026-11-25"]);
      const answers = await Promise.all([1, 2, 3].map(() => ask("/fetch", {})));
      const line = expect.stringMatching(
        /^LeetCode: the newest 3, back to November 24; 3 days found, 1 already ticked/,
      );
      const site = { site: "leetcode", account: ACCOUNT, looked: 3, since: "2026-11-24", found: 3, fault: null, line };
      const found = {
        version: 1,
        sites: [site, expect.objectContaining({ site: "geeksforgeeks", found: 2 })],
        ticks: [
          ["2026-11-24", 1, "LeetCode", "Sample Problem A", false],
          ["2026-11-24", 3, "GeeksforGeeks", "Sample Easy Problem", true],
          ["2026-11-25", 3, "GeeksforGeeks", "Sample Medium Problem", true],
          ["2026-11-26", 1, "LeetCode", "Sample Problem C", false],
        ].map(([date, column, name, problem, isOffered]) => {
          return { cell: expect.objectContaining({ column }), date, name, problems: [problem], isOffered };
        }),
      };
      expect(answers).toEqual([found, found, found]);
      await fetchJson(home);
      expect(asked()).toHaveLength(2);
      expect(await years(home)).toEqual({ 2026: { 329: { 1: true } } });
      time.jump(15 * 60_000);
      await ask("/fetch", {});
      expect(asked()).toHaveLength(4);
    });
  });

  it("asks for the accounts of the person whose token the page sends, and compares with that person's ticks", async () => {
    await serving(["leetcode"], async ({ ask, home, url }) => {
      await home.run(["profiles", "add", "Asha"]);
      await home.run(["tick", "1", "--date", "2026-11-25", "--profile", "Asha"]);
      await home.run(["config", "account.leetcode", ACCOUNT, "--profile", "Asha"]);
      const database = openDatabase(join(home.directory, "dailyleet.db"));
      const session = await signIn({ url, database }, findProfile(database, "Asha").uid);
      database.close();
      expect(await ask("/fetch", {})).toMatchObject({ ticks: [{}, {}, {}] });
      expect(await ask("/fetch", {}, bearer(session))).toMatchObject({ ticks: [{}, {}] });
      await home.run(["config", "account.leetcode", "none"]);
      expect(await ask("/fetch", {})).toMatchObject({ error: { code: 400 } });
      expect(await ask("/fetch", {}, bearer(session))).toMatchObject({ sites: [{ account: ACCOUNT }] });
      expect(await ask("/fetch", {}, { authorization: "Bearer x" })).toMatchObject({ error: { code: 401 } });
      for (const path of ["/fetch", "/problems"]) {
        const answer = await ask(path, path === "/fetch" ? {} : undefined, { origin: "https://evil.example" });
        expect(answer).toMatchObject({ error: { code: 403 } });
      }
    });
  });

  it("names a site's fault beside the others' ticks, and wrong usage in the terminal's words", async () => {
    server.answer("leetcode", text(403, "SECRET"));
    await serving(["leetcode", "codeforces"], async ({ ask, home }) => {
      const fault = expect.stringContaining("LeetCode refused to answer a program");
      expect(await ask("/fetch", {})).toMatchObject({
        sites: [{ looked: 0, since: null, fault, line: fault }, { fault: null }],
        ticks: [{ cell: { column: 2 } }],
      });
      for (const site of ["leetcode", "codeforces"]) await home.run(["config", `account.${site}`, "none"]);
      const message = expect.stringContaining("There is no account to ask for");
      expect(await ask("/fetch", {})).toEqual({ error: { code: 400, status: "INVALID_ARGUMENT", message } });
    });
  });

  it("offers nothing while a fault hides the person's sources, and tells the page so", async () => {
    const use = async ({ ask, asked, home }: Served) => {
      const fault = expect.stringMatching(/dailyleet\.json is not valid JSON .*; correct it or remove it\.$/);
      expect(await ask("/fetch", {})).toMatchObject({ error: { code: 400, message: fault } });
      expect(await ask("/dailyleet.json")).toEqual({ fault, local: true });
      expect(asked()).toEqual([]);
      writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ sources: SOURCES }));
      expect(await ask("/fetch", {})).toMatchObject({ ticks: [{}, {}, {}] });
      expect(await ask("/dailyleet.json")).not.toHaveProperty("fault");
    };
    await serving(["leetcode"], use, "{");
  });

  it("asks for the problems of the day where they are on, once however often the page opens", async () => {
    await serving([], async ({ ask, asked, home }) => {
      const none = [null, null, null, null, null];
      expect(await ask("/problems")).toEqual({ version: 1, problems: none });
      expect(asked()).toEqual([]);
      await home.run(["profiles", "add", "Bea"]);
      await home.run(["config", "problems", "on", "--profile", "Bea"]);
      expect(await ask("/problems")).toEqual({ version: 1, problems: none });
      expect(asked()).toEqual([]);
      await home.run(["config", "problems", "on"]);
      server.answer("geeksforgeeksDaily", text(403, ""));
      const answers = await Promise.all([1, 2, 3].map(() => ask("/problems")));
      const problem = { name: "Sample Daily Problem", difficulty: "Medium" };
      for (const answer of answers) expect(answer).toMatchObject({ problems: none.with(0, problem as never) });
      expect(asked()).toHaveLength(2);
    });
  });
});
