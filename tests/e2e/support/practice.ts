import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { runCli } from "../../support/cliProcess.ts";

type Year = Record<string, Record<string, true>>;

/** A year as somebody may have practised: most days something, up to all five, with some gaps. */
function practised(from: number, to: number): Year {
  const year: Year = {};
  for (let day = from; day <= to; day++) {
    const count = Math.round(2.5 + 2 * Math.sin(day / 9) + Math.sin(day * 7)) - (day % 23 === 0 ? 5 : 0);
    const cells = [1, 2, 3, 4, 5].slice(0, Math.max(0, Math.min(5, count)));
    if (cells.length > 0) year[day] = Object.fromEntries(cells.map((source) => [source, true as const]));
  }
  return year;
}

/** Fills this year up to `lastDay` and the one before by way of the command line. */
export async function importPractice(home: string, thisYear: number, lastDay: number): Promise<void> {
  const file = join(home, "practice.json");
  const years = { [thisYear - 1]: practised(120, 365), [thisYear]: practised(1, lastDay) };
  writeFileSync(file, JSON.stringify({ version: 1, years }));
  const { code, stderr } = await runCli(home, ["import", file]);
  expect([code, stderr]).toEqual([0, expect.anything()]);
}
