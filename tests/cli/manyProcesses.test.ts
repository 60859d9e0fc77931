import { DAYS_PER_YEAR, formatDate, monthDay } from "@dailyleet/core";
import { expect, it } from "vitest";
import { runCli, serve } from "../support/cliProcess.ts";
import { isLong } from "../support/long.ts";
import { newHome } from "./support/home.ts";

const PROCESSES = 8;
const YEAR = 2025;
const COUNT = isLong ? DAYS_PER_YEAR : 120;

it(`8 processes tick the cells of ${COUNT} days while the server runs, and none is lost`, {
  timeout: 240_000,
}, async () => {
  const home = newHome();
  const server = await serve(home.directory);
  const days = Array.from({ length: COUNT }, (_, index) => index + 1);
  const worker = async () => {
    for (let day = days.shift(); day !== undefined; day = days.shift()) {
      const date = formatDate({ year: YEAR, ...monthDay(day) });
      const { code, stderr } = await runCli(home.directory, ["tick", "1", "2", "3", "4", "5", "--date", date]);
      expect([date, code, stderr]).toEqual([date, 0, ""]);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, worker));
  const { years } = await home.json(["export"]);
  const cells = Object.values((years as Record<string, Record<string, object>>)[YEAR] ?? {});
  expect(cells).toHaveLength(COUNT);
  expect(cells.every((day) => Object.values(day).length === 5)).toBe(true);
  expect(await server.stop()).toBe(0);
});
