import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Home, newHome } from "./support/home.ts";

/** The logical lines of a calendar; none of the real ones breaks RFC 5545. */
function read(text: string): string[] {
  for (const line of text.split("\r\n")) {
    expect([line, Buffer.byteLength(line) > 75 || /[\r\n\ufffd]/.test(line)]).toEqual([line, false]);
  }
  return text.replaceAll("\r\n ", "").split("\r\n");
}

const calendar = async (home: Home, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  read(await home.out(["remind", "--ics", "-", ...args], env));

/** The calendar of a person with these names of sources. */
function calendarOf(nameOf: (index: number) => string): Promise<string[]> {
  const home = newHome();
  const sources = [0, 1, 2, 3, 4].map((index) => ({ name: nameOf(index), url: "https://example.com/" }));
  writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ sources }));
  return calendar(home);
}

const lineValue = (lines: readonly string[], name: string) =>
  lines.find((line) => line.startsWith(name))?.split(":")[1];

describe("remind", () => {
  it("writes one daily event with an alarm, as RFC 5545 wants it", async () => {
    const lines = await calendar(newHome(), ["--at", "07:30"], { TZ: "Asia/Tokyo" });
    expect([lines[0], ...lines.slice(-2)]).toEqual(["BEGIN:VCALENDAR", "END:VCALENDAR", ""]);
    expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
    // A floating time: no zone, in whichever one the file was written.
    expect(lines.filter((line) => /^DTSTART/.test(line))).toEqual([expect.stringMatching(/^DTSTART:\d{8}T073000$/)]);
    expect(lines.filter((line) => /^DTSTAMP/.test(line))).toEqual([expect.stringMatching(/^DTSTAMP:\d{8}T\d{6}Z$/)]);
    expect(lines.join()).not.toMatch(/TZ|ZONE/);
    expect(lines).toEqual(
      expect.arrayContaining(["RRULE:FREQ=DAILY", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S"]),
    );
    const open = lines.filter((line) => /^(BEGIN|END):/.test(line));
    const stack: string[] = [];
    for (const line of open) {
      const [kind, name = ""] = line.split(":");
      if (kind === "BEGIN") stack.push(name);
      else expect(stack.pop()).toBe(name);
    }
    expect(stack).toEqual([]);
  });

  it("keeps its UID, and gives the later of two a higher sequence or the same", async () => {
    const home = newHome();
    const [first, second] = [await calendar(home), await calendar(home, ["--at", "06:00"])];
    expect(lineValue(first, "UID")).toBe(lineValue(second, "UID"));
    expect(Number(lineValue(second, "SEQUENCE"))).toBeGreaterThanOrEqual(Number(lineValue(first, "SEQUENCE")));
    expect(lineValue(await calendar(newHome()), "UID")).not.toBe(lineValue(first, "UID"));
  });

  it("folds and escapes names in any script without cutting a character", async () => {
    const name = (index: number) => `अभ्यास, ${"🪷".repeat(20)}; ${index}\\n`;
    const text = (await calendarOf(name))
      .find((line) => line.startsWith("DESCRIPTION:अ"))
      ?.slice("DESCRIPTION:".length)
      .replace(/\\(.)/g, (_, mark) => (mark === "n" ? "\n" : mark));
    expect(text).toBe([0, 1, 2, 3, 4].map((index) => `${name(index)}: https://example.com/`).join("\n"));
  });

  it("has no line that a name has begun, and no control character", async () => {
    const lines = await calendarOf((index) => `\u0085ATTACH:https://evil.example/\u0007\u001b[2J${index}`);
    expect(lines.join("")).not.toMatch(/\p{Cc}/u);
    expect(lines.filter((line) => line.startsWith("ATTACH"))).toEqual([]);
  });

  it("writes a file and says so on stderr", async () => {
    const home = newHome();
    const file = join(home.directory, "practice.ics");
    const { code, stdout, stderr } = await home.run(["remind", "--ics", file]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(/dailyleet: Saved a daily alarm at 20:00 to \S+practice\.ics; open it/);
    expect(read(readFileSync(file, "utf8"))).toContain("END:VCALENDAR");
  });
});
