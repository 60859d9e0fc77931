import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DailyleetError } from "@dailyleet/core";

export function sheetFixture(name: string): string {
  return readFileSync(join(import.meta.dirname, "../../fixtures/sheets", `${name}.gviz.txt`), "utf8");
}

/** What `action` throws, as 'code: message'; anything but a `DailyleetError` fails the test. */
export function failureOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof DailyleetError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error("nothing was thrown");
}
