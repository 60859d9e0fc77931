import type { ServerResponse } from "node:http";
import { booleanValue, closedPath, type Fields, integerValue, mapValue, marksPath, openPath } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { today } from "../support/today.ts";
import { startTestCloud } from "./support/cloud.ts";
import { startCountingProxy } from "./support/countingProxy.ts";

const DONE = mapValue({ 1: booleanValue(true) });
const NEW_YEARS_EVE: Fields = { 365: DONE };
const EVERY_DAY: Fields = Object.fromEntries(Array.from({ length: 365 }, (_, day) => [day + 1, DONE]));

/** As rules answer that are older than lists. */
function refuse(response: ServerResponse): true {
  response.writeHead(403, { "content-type": "application/json" });
  const message = "Missing or insufficient permissions.";
  response.end(JSON.stringify({ error: { code: 403, message, status: "PERMISSION_DENIED" } }));
  return true;
}

/** A computer of somebody with three years of ticks, and marks; what it asks is counted. */
async function startThreeYears({ hasOldRules = false, days = NEW_YEARS_EVE, third = today.year - 10 } = {}) {
  const cloud = await startTestCloud();
  const years = [today.year, today.year - 1, third];
  const planted = (year: number) => ({ year: integerValue(year), ...days });
  cloud.plant(openPath(cloud.uid), planted(today.year));
  for (const year of years.slice(1)) cloud.plant(closedPath(cloud.uid, year), planted(year));
  cloud.plant(marksPath(cloud.uid), { marks: mapValue({}) });
  const proxy = await startCountingProxy(
    cloud.port,
    (url, response) => hasOldRules && url.endsWith(":runQuery") && refuse(response),
  );
  const desktop = await cloud.signedIn({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
  return {
    years,
    async run(...args: string[]) {
      const before = proxy.requests.length;
      const { stdout, code } = await desktop.runInProcess(args);
      return { code, stdout, asked: proxy.requests.slice(before) };
    },
  };
}

const single = (count: number) => Array.from({ length: count }, () => ":batchGet");

describe("looking back over the years in the cloud", () => {
  it("exports three years by three questions: the open one, the list of those that are closed, the marks", async () => {
    const { years, run } = await startThreeYears();
    const { code, stdout, asked } = await run("export");
    expect([code, Object.keys(JSON.parse(stdout).years)]).toEqual([0, years.map(String).reverse()]);
    expect(asked.toSorted()).toEqual([...single(2), ":runQuery"]);
  });

  it("counts streaks by two questions, however many years there are", async () => {
    const { run } = await startThreeYears();
    const { code, asked } = await run("stats", "--json");
    expect([code, asked]).toEqual([0, [":batchGet", ":runQuery"]]);
  });

  it("shows today with a streak of three years by one list", async () => {
    const { run } = await startThreeYears({ days: EVERY_DAY, third: today.year - 2 });
    const { code, stdout, asked } = await run();
    expect([code, asked.filter((name) => name === ":runQuery")]).toEqual([0, [":runQuery"]]);
    expect(Number(/(\d+)-day streak/.exec(stdout)?.[1])).toBeGreaterThan(730);
  });

  it("asks for each year where the site's rules are older than that, and says the same", async () => {
    const { years, run } = await startThreeYears({ hasOldRules: true });
    const exported = await run("export");
    expect([exported.code, Object.keys(JSON.parse(exported.stdout).years)]).toEqual([0, years.map(String).reverse()]);
    // The open year, those since 1970 and the next one, and the marks.
    expect(exported.asked.filter((name) => name === ":batchGet")).toHaveLength(today.year - 1970 + 3);
    const stats = await run("stats", "--json");
    // Back to the first year of nothing, the open document beside each.
    expect([stats.code, stats.asked]).toEqual([0, [":batchGet", ":runQuery", ...single(4)]]);
  });
});
