import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { civilDateAt, formatDate, parseSheet, type Question } from "@dailyleet/core";
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { formatCopy, readCopy } from "../../packages/cli/src/questions/sheet.ts";
import { sheetOf } from "../support/sheet.ts";
import type { Home } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";
import { homeWithSheet, never, SHEET } from "./support/sheetHome.ts";

type Row = readonly (string | null)[];

const row = (
  name: string,
  tags = "array",
  link = `https://leetcode.com/problems/${encodeURIComponent(name)}/`,
): Row => [...["", name, link, tags, `About ${name}.`, "", `${link}solutions/`, "Take it.", "O(n)."]];

describe("the bundled questions", () => {
  it("are listed in line, filtered by words and tags, with the numbers that --show takes", async () => {
    const home = localHome();
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

  it("are shown by name as by number, in JSON, too", async () => {
    const home = localHome();
    expect(await home.out(["questions", "--show", "two sum"])).toBe(await home.out(["questions", "--show", "1"]));
    expect(await home.json(["questions", "--show", "1"])).toEqual({
      version: 1,
      questions: [expect.objectContaining({ name: "Two Sum" })],
    });
  });

  it("pass the curator's check, and say on stderr when nothing matches", async () => {
    const home = localHome();
    expect(await home.out(["questions", "--check"])).toMatch(/^\d+ rows, no problems\n$/);
    const stderr = "dailyleet: No question has all of these words and tags; try fewer.\n";
    expect(await home.run(["questions", "no-such-word"])).toEqual({ code: 0, stdout: "", stderr });
  });
});

describe("the address of a spreadsheet", () => {
  it.each(["edit#gid=7", "edit?usp=sharing&gid=7", "export?format=csv&gid=7"])(
    "as people copy it is answered with the right one, and nobody is asked: %s",
    async (end) => {
      const { home, service } = homeWithSheet("", {}, `https://docs.google.com/spreadsheets/d/1aB/${end}`);
      expect(await home.run(["questions"])).toEqual({
        code: 1,
        stdout: "",
        stderr: `dailyleet: 'sheet' in dailyleet.json is the address of the spreadsheet's page; set it to ${SHEET}&gid=7 and share the spreadsheet with anyone who has the link.\n`,
      });
      expect(service.requests).toBe(0);
    },
  );
});

describe("a configured spreadsheet", () => {
  it("is downloaded, kept with its date, and used when the network is gone", async () => {
    const { home, service } = homeWithSheet(sheetOf([row("One"), row("Two")]));
    const online = await home.out(["questions"]);
    expect(online).toContain("One");
    expect(await home.out(["questions"])).toBe(online);
    expect(service.requests).toBe(1);
    service.body = null;
    const date = makeCopyOld(home);
    const { code, stdout, stderr } = await home.run(["questions"]);
    expect([code, stdout]).toEqual([0, online]);
    expect(stderr).toMatch(
      new RegExp(`^dailyleet: No answer from the question sheet.* Showing the questions as of ${date}\\.\n$`),
    );
    expect((await home.run(["questions", "--check"])).code).toBe(1);
  });

  it("is not waited for by who marks with --no-wait and has downloaded it before", async () => {
    const { home, service } = homeWithSheet(sheetOf([row("One"), row("Two")]));
    await home.out(["questions"]);
    makeCopyOld(home);
    expect(await home.out(["mark", "2", "solved", "--no-wait"])).toContain("Two");
    expect(service.requests).toBe(1);
    await home.out(["mark", "2", "easy"]);
    expect(service.requests).toBe(2);
  });

  it("that answers something else is a clear error, or the copy", async () => {
    const page = "<html><title>Sign in</title>";
    const { home, service } = homeWithSheet(page);
    expect(await home.run(["questions"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/answered the web page 'Sign in', not a spreadsheet/),
    });
    service.body = sheetOf([row("One")]);
    await home.out(["questions"]);
    makeCopyOld(home);
    service.body = page;
    expect(await home.run(["questions"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("One"),
      stderr: expect.stringContaining("Showing the questions as of"),
    });
  });

  it("is checked for the curator, with row numbers and exit code 1", async () => {
    const rows = [row("One"), row("One"), ["", "Three", null, "x", "t", "", "not a link", "t", "a"]];
    const { home } = homeWithSheet(sheetOf(rows));
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
    const { home } = homeWithSheet(sheetOf(names.map((name) => row(name, "配列"))));
    const lines = (await home.out(["questions"], { LANG: "C.UTF-8" })).trimEnd().split("\n");
    const starts = lines.map((line) => stringWidth(line.slice(0, line.indexOf("配"))));
    expect(new Set(starts).size).toBe(1);
  });

  it("of 10,000 rows is listed whole", async () => {
    const { home } = homeWithSheet(sheetOf(Array.from({ length: 10_000 }, (_, index) => row(`Question ${index}`))));
    for (const _ of ["downloaded", "cached"]) {
      expect((await home.out(["questions"])).split("\n")).toHaveLength(10_001);
    }
  });

  it("without questions is not taken for a search without results", async () => {
    const stderr = "dailyleet: The question sheet is empty; put a name in column B and a link in column C.\n";
    expect(await homeWithSheet(sheetOf([], 1)).home.run(["questions"])).toEqual({ code: 0, stdout: "", stderr });
  });

  it("whose copy cannot be kept is answered all the same", async () => {
    const { home } = homeWithSheet(sheetOf([row("Two Sum")]));
    mkdirSync(join(home.directory, "questions.json"));
    expect(await home.out(["questions"])).toContain("Two Sum");
  });

  it("has one spelling of a name, in the list and in answers", async () => {
    const { home } = homeWithSheet(sheetOf([row("Two  Sum\nagain")]));
    for (const args of [["questions"], ["mark", "1", "solved"]]) {
      expect(await home.out(args)).toContain("Two  Sum again");
    }
  });

  it("with half a surrogate pair is strict JSON", async () => {
    const { home } = homeWithSheet(sheetOf([Array(9).fill("a \ud83d b")]));
    const stdout = await home.out(["questions", "--json"]);
    expect(stdout).not.toMatch(/\\ud/);
    expect(JSON.parse(stdout).questions[0]).toMatchObject({ name: "a \ufffd b", tags: ["a \ufffd b"] });
  });

  it.each([
    ["slow, on a terminal", true, 80, "dailyleet: Waiting for the question sheet...\n"],
    ["slow, where nobody looks", true, undefined, ""],
    ["that answers at once", false, 80, ""],
  ])("%s, is told of after a second or not at all", async (_, isSlow, columns, stderr) => {
    let goOn = () => {};
    const waits: number[] = [];
    const answered = new Promise<void>((resolve) => (goOn = resolve));
    const wait = async (ms: number) => {
      waits.push(ms);
      setImmediate(goOn);
    };
    const { home, service } = homeWithSheet(sheetOf([row("x")]), {
      wait: isSlow ? wait : never,
      ...(columns && { columns }),
    });
    if (isSlow) service.isReady = answered;
    expect(await home.run(["questions"])).toMatchObject({ code: 0, stderr });
    expect(waits).toEqual(isSlow ? [1_000] : []);
  });
});

/** Makes the stored download older than the program accepts without asking; returns the download's new date. */
function makeCopyOld({ directory }: Home): string {
  const file = join(directory, "questions.json");
  const copy = JSON.parse(readFileSync(file, "utf8"));
  const downloaded = copy.downloaded - 3_700_000;
  writeFileSync(file, JSON.stringify({ ...copy, downloaded }));
  return formatDate(civilDateAt(downloaded));
}

describe("the copy of a sheet", () => {
  const NOON = 1_772_712_000_000;
  const bundled = readFileSync(join(import.meta.dirname, "../../site/public/questions.json"), "utf8");
  const sheet = parseSheet(bundled);
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('"', "\ud800"));
  const texts = { name: text, link: text, text, solution: text, takeaways: text, analysis: text };
  const question: fc.Arbitrary<Question> = fc.oneof(
    fc.record({ ...texts, tags: fc.array(text, { maxLength: 3 }) }),
    fc.record({ ...texts, tags: fc.constant([]), difficulty: fc.constantFrom("Easy", "Hard") }),
  );

  it("is read as it was, whatever is in it, and not taken for another address's", () => {
    const questions = fc.array(question, { maxLength: 6 });
    const faults = fc.array(fc.record({ row: fc.option(fc.nat()), problem: text }));
    fc.assert(
      fc.property(fc.record({ questions, faults, warnings: fc.array(text) }), (sheet) => {
        const copy = formatCopy(SHEET, { downloaded: NOON, sheet });
        expect(readCopy(copy, SHEET)).toEqual({ downloaded: NOON, sheet });
        expect(readCopy(copy, `${SHEET}&gid=1`)).toBeNull();
      }),
    );
  });

  it("gives texts or nothing where it is cut off or a byte of it differs", () => {
    const bytes = Buffer.from(
      formatCopy(SHEET, { downloaded: NOON, sheet: { ...sheet, questions: sheet.questions.slice(0, 2) } }),
    );
    const textsIn = (damaged: Buffer) => {
      try {
        return (
          readCopy(damaged.toString(), SHEET)?.sheet.questions.flatMap(({ difficulty: _, ...all }) =>
            Object.values(all).flat(),
          ) ?? []
        );
      } catch {
        return [];
      }
    };
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 7));
      const read = [...textsIn(flipped), ...textsIn(bytes.subarray(0, at))];
      expect(read.filter((each) => typeof each !== "string")).toEqual([]);
    }
  });
});
