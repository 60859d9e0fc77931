import { expect, it } from "vitest";
import { firstViewScripts, isFirebase, totalBytes } from "./support/page.ts";

it("shows the calendar of a known person after at most 95 kB of compressed scripts, without Firebase", () => {
  const scripts = firstViewScripts();
  expect(scripts.filter(isFirebase)).toEqual([]);
  expect(totalBytes(scripts)).toBeLessThanOrEqual(95_000);
});

it("shows the sign-in screen without React, Firebase and the calendar", () => {
  const scripts = firstViewScripts("gate");
  expect(scripts.filter((script) => isFirebase(script) || script.text.includes("react"))).toEqual([]);
  expect(totalBytes(scripts)).toBeLessThanOrEqual(12_000);
});
