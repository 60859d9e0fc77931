import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DailyleetError, parseSheet, type Question } from "@dailyleet/core";

const ROOT = join(import.meta.dirname, "../../..");

export function sheetFixture(name: string): string {
  return readFileSync(join(ROOT, "tests/fixtures/sheets", `${name}.gviz.txt`), "utf8");
}

export function bundledList(name = "questions"): readonly Question[] {
  return parseSheet(readFileSync(join(ROOT, "site/public", `${name}.json`), "utf8")).questions;
}

/** A LeetCode question whose name is also its slug. */
export function question(name: string, more: Partial<Question> = {}): Question {
  const link = `https://leetcode.com/problems/${name}/`;
  return { name, link, tags: [], text: "", solution: "", takeaways: "", analysis: "", ...more };
}

/** The error of `action` as 'code: message'. Any error but a `DailyleetError` fails the test. */
export function failureOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof DailyleetError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error("nothing was thrown");
}
