import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isFirebase, isReact, isScheduler, readPage, totalBytes } from "./support/page.ts";

const PROGRAM = join(import.meta.dirname, "../../packages/cli/dist");

describe("the page, compressed", () => {
  const { html, styles, laterStyles, firstView, signInScreen, scripts, later } = readPage();

  it("shows the calendar of a known person after two scripts of at most 92.3 kB, without Firebase", () => {
    expect(firstView).toHaveLength(2);
    expect(firstView.filter(isFirebase)).toEqual([]);
    expect(totalBytes(firstView)).toBeLessThanOrEqual(92_300);
  });

  it("has at most 121.7 kB of scripts for a signed-in visit, React and Firebase included", () => {
    expect(scripts.filter(isReact)).toHaveLength(1);
    expect(scripts.filter(isFirebase)).toHaveLength(1);
    expect(totalBytes(scripts)).toBeLessThanOrEqual(121_700);
  });

  it("shows nobody the sign-in screen after at most 95.2 kB of scripts, without Firebase", () => {
    expect(signInScreen.filter(isFirebase)).toEqual([]);
    expect(totalBytes(signInScreen)).toBeLessThanOrEqual(95_200);
  });

  it("checks a configuration that the browser has not seen with at most 3 kB more", () => {
    const check = later.filter(({ name }) => name.includes("/config."));
    expect(check).toHaveLength(1);
    expect(totalBytes(check)).toBeLessThanOrEqual(3_000);
  });

  it("has at most 23.2 kB of scripts of its own among them", () => {
    const own = scripts.filter((part) => !isReact(part) && !isFirebase(part));
    expect(totalBytes(own)).toBeLessThanOrEqual(23_200);
  });

  it("has at most 46.8 kB of scripts that wait for a sign-in, another view or a fault, and 6.2 kB of styles that wait", () => {
    expect(totalBytes(later)).toBeLessThanOrEqual(46_800);
    expect(totalBytes(laterStyles)).toBeLessThanOrEqual(6_200);
  });

  it("has what says when a question comes back among these only", () => {
    expect(scripts.filter(isScheduler)).toEqual([]);
    expect(later.filter(isScheduler)).toHaveLength(1);
  });

  it("has at most 3.8 kB of HTML, without the cells that React draws, and 5.7 kB of style sheets", () => {
    expect(html.text).not.toContain("aria-pressed");
    expect(html.bytes).toBeLessThanOrEqual(3_800);
    expect(totalBytes(styles)).toBeLessThanOrEqual(5_700);
  });
});

describe("the command line, as its files are", () => {
  const files = readdirSync(PROGRAM, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".cjs"));
  const sizeOf = (name: string) => statSync(join(PROGRAM, name)).size;

  it("has at most 149 kB that every command reads", () => {
    expect(sizeOf("main.cjs")).toBeLessThanOrEqual(149_000);
  });

  it("has no literal with a class of Unicode in it, which would be worked out whenever it is read", () => {
    const made = /String\.raw`[^`]*`/g;
    expect(readFileSync(join(PROGRAM, "main.cjs"), "utf8").replace(made, "")).not.toContain("\\p{");
  });

  it("has at most 511 kB in all but the full screen", () => {
    expect(files.reduce((total, name) => total + sizeOf(name), 0)).toBeLessThanOrEqual(511_000);
  });

  it("has at most 452 kB more for the full screen, most of it Ink, React and Yoga", () => {
    expect(sizeOf("ui.mjs")).toBeLessThanOrEqual(452_000);
  });
});
