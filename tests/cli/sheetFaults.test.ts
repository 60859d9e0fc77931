import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpResponse } from "@dailyleet/client";
import { describe, expect, it } from "vitest";
import { type Environment, runInProcess } from "../support/inProcess.ts";
import { sheetOf } from "../support/sheet.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

const RIGHT = "https://docs.google.com/spreadsheets/d/1aB/gviz/tq?tqx=out:json";

function questions(sheet: string, environment: Environment, ...args: string[]) {
  return questionsIn(tempDirectory(), sheet, environment, ...args);
}

function questionsIn(home: string, sheet: string, environment: Environment, ...args: string[]) {
  writeFileSync(join(home, "dailyleet.json"), JSON.stringify({ sheet }));
  return runInProcess(home, ["questions", ...args], environment);
}

function answer(...rows: (string | null)[][]): HttpResponse {
  return { status: 200, headers: {}, body: sheetOf(rows, 1) };
}

const never = () => new Promise<void>(() => {});

describe("the address of the questions", () => {
  it.each(["edit#gid=7", "edit?usp=sharing&gid=7", "export?format=csv&gid=7"])(
    "as people copy it is answered with the right one, and nobody is asked: %s",
    async (end) => {
      let requests = 0;
      const transport = async () => {
        requests++;
        return answer();
      };
      const sheet = `https://docs.google.com/spreadsheets/d/1aB/${end}`;
      const { code, stdout, stderr } = await questions(sheet, { transport });
      expect([code, stdout, requests]).toEqual([1, "", 0]);
      expect(stderr).toBe(
        `dailyleet: 'sheet' in dailyleet.json is the address of the spreadsheet's page; set it to ${RIGHT}&gid=7 and share the spreadsheet with anyone who has the link.\n`,
      );
    },
  );
});

describe("a spreadsheet", () => {
  it("without questions is not taken for a search without results", async () => {
    const { code, stdout, stderr } = await questions(RIGHT, { transport: async () => answer(), wait: never });
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toBe("dailyleet: The question sheet is empty; put a name in column B and a link in column C.\n");
  });

  it("whose copy cannot be kept is answered all the same", async () => {
    const home = tempDirectory();
    mkdirSync(join(home, "questions.json"));
    const transport = async () => answer(Array(9).fill("Two Sum"));
    const { code, stdout, stderr } = await questionsIn(home, RIGHT, { transport, wait: never });
    expect([code, stdout, stderr]).toEqual([0, expect.stringContaining("Two Sum"), ""]);
  });

  it("has one spelling of a name, in the list and in answers", async () => {
    const home = tempDirectory();
    const link = "https://leetcode.com/problems/two-sum";
    const environment = {
      transport: async () => answer(["", "Two  Sum\nagain", link, "", "", "", "", "", ""]),
      wait: never,
    };
    const list = await questionsIn(home, RIGHT, environment);
    const marked = await runInProcess(home, ["mark", "1", "solved"], environment);
    expect([list.stdout, marked.stdout]).toEqual(Array(2).fill(expect.stringContaining("Two  Sum again")));
  });

  it("with half a surrogate pair is strict JSON", async () => {
    const half = Array(9).fill("a \ud83d b");
    const { stdout } = await questions(RIGHT, { transport: async () => answer(half), wait: never }, "--json");
    expect(stdout).not.toMatch(/\\ud/);
    expect(JSON.parse(stdout).questions[0]).toMatchObject({ name: "a \ufffd b", tags: ["a \ufffd b"] });
  });
});

describe("a spreadsheet that does not answer", () => {
  /** It answers once a second has passed for the program. */
  function slowService() {
    let reply: (response: HttpResponse) => void = () => {};
    const waits: number[] = [];
    return {
      waits,
      transport: () => new Promise<HttpResponse>((resolve) => (reply = resolve)),
      wait: async (ms: number) => {
        waits.push(ms);
        setImmediate(() => reply(answer(Array(9).fill("x"))));
      },
    };
  }

  it("is told of after a second on a terminal", async () => {
    const service = slowService();
    const { code, stderr } = await questions(RIGHT, { ...service, columns: 80 });
    expect([code, stderr, service.waits]).toEqual([0, "dailyleet: Waiting for the question sheet...\n", [1_000]]);
  });

  it("is not told of where nobody looks", async () => {
    expect(await questions(RIGHT, slowService())).toMatchObject({ code: 0, stderr: "" });
  });

  it("and one that answers at once is not told of at all", async () => {
    const { stderr } = await questions(RIGHT, {
      transport: async () => answer(Array(9).fill("x")),
      wait: never,
      columns: 80,
    });
    expect(stderr).toBe("");
  });
});
