import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { findings } from "../../bench/scale/findings.ts";
import { simulate } from "../../bench/scale/simulate.ts";
import { yearsUntilFull } from "../../bench/scale/yearsUntilFull.ts";

/** The bench's simulation with fewer people. A fixed seed gives the same counts on every machine. */
describe("thirty people over four days around a New Year", () => {
  const counted = new Map<string, number>();

  beforeAll(async () => {
    const simulation = await simulate({ people: 30, days: 4, seed: 7 });
    for (const { name, value } of findings(simulation)) counted.set(name.replace(/^.*: /, ""), value);
  });

  it("lose no tick and no mark", () => {
    expect(counted.get("ticks")).toBeGreaterThan(1);
    expect(counted.get("marks")).toBeGreaterThan(0.2);
    expect(counted.get("ticks and marks lost")).toBe(0);
  });

  it("close each year once", () => {
    expect(counted.get("closings per person")).toBe(1);
  });

  it("write to no document more than once a second", () => {
    expect(counted.get("writes to one document, in its busiest minute")).toBeLessThanOrEqual(1);
  });

  it("read either document once an opening, and write each once a burst", () => {
    // In these few days every device meets a year that another device has closed.
    expect(counted.get("reads of the ticks per opening")).toBeLessThan(1.02);
    expect(counted.get("reads of the marks per opening")).toBeLessThan(1.1);
    expect(counted.get("commits per burst of ticks")).toBeLessThan(1.1);
    expect(counted.get("commits per burst of marks")).toBeLessThan(1.1);
  });

  it("read nothing to save what they have just read", () => {
    expect(counted.get("… of them to save")).toBeLessThan(0.1 * (counted.get("bursts of ticks") ?? 0));
  });
});

describe("the document of marks", () => {
  const page = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");

  it("has room for as many years of ten marks a day as docs/scale.md says, and for more than ten", () => {
    const years = Math.min(...[75, 1_000, 3_000].map(yearsUntilFull));
    expect(page.replaceAll(/\s+/g, " ")).toContain(`Ten marks a day fill it after ${Math.floor(years)} years or more`);
    expect(years).toBeGreaterThan(10);
  });
});
