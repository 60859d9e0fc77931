import type { ServerResponse } from "node:http";
import { booleanValue, closedPath, type Fields, integerValue, mapValue, namedPath, openPath } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { today } from "../support/today.ts";
import { startTestCloud } from "./support/cloud.ts";
import { startCountingProxy } from "./support/countingProxy.ts";

const DONE = mapValue({ 1: booleanValue(true) });
const NEW_YEARS_EVE: Fields = { 365: DONE };
const EVERY_DAY: Fields = Object.fromEntries(Array.from({ length: 365 }, (_, day) => [day + 1, DONE]));

/** Answers as rules do that allow no lists. */
function refuse(response: ServerResponse): true {
  response.writeHead(403, { "content-type": "application/json" });
  const message = "Missing or insufficient permissions.";
  response.end(JSON.stringify({ error: { code: 403, message, status: "PERMISSION_DENIED" } }));
  return true;
}

/** A computer of a person with three years of ticks and some marks. Its requests are counted. */
async function startThreeYears({ refusesLists = false, days = NEW_YEARS_EVE, third = today.year - 10 } = {}) {
  const cloud = await startTestCloud();
  const years = [today.year, today.year - 1, third];
  const planted = (year: number) => ({ year: integerValue(year), ...days });
  cloud.plant(openPath(cloud.uid), planted(today.year));
  for (const year of years.slice(1)) cloud.plant(closedPath(cloud.uid, year), planted(year));
  cloud.plant(namedPath(cloud.uid, "marks"), { marks: mapValue({}) });
  const proxy = await startCountingProxy(
    cloud.port,
    (url, response) => refusesLists && url.endsWith(":runQuery") && refuse(response),
  );
  const desktop = await cloud.signedIn({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
  return {
    years,
    async run(...args: string[]) {
      const before = proxy.requests.length;
      const { stdout, stderr, code } = await desktop.run(args);
      return { code, stdout, stderr, asked: proxy.requests.slice(before) };
    },
  };
}

describe("looking back over the years in the cloud", () => {
  it("exports three years by four questions: the open one, the list of those that are closed, marks, settings", async () => {
    const { years, run } = await startThreeYears();
    const { code, stdout, asked } = await run("export");
    expect([code, Object.keys(JSON.parse(stdout).years)]).toEqual([0, years.map(String).reverse()]);
    expect(asked.toSorted()).toEqual([":batchGet", ":batchGet", ":batchGet", ":runQuery"]);
  });

  it("counts streaks by two questions, however many years there are, and brings the settings along", async () => {
    const { run } = await startThreeYears();
    const { code, asked } = await run("stats", "--json");
    expect([code, asked.toSorted()]).toEqual([0, [":batchGet", ":batchGet", ":runQuery"]]);
  });

  it("shows today with a streak of three years by one list", async () => {
    const { run } = await startThreeYears({ days: EVERY_DAY, third: today.year - 2 });
    const { code, stdout, asked } = await run();
    expect([code, asked.filter((name) => name === ":runQuery")]).toEqual([0, [":runQuery"]]);
    expect(Number(/(\d+)-day streak/.exec(stdout)?.[1])).toBeGreaterThan(730);
  });

  it("says in one sentence that the rules of this version are to be deployed where they refuse the list", async () => {
    const { run } = await startThreeYears({ refusesLists: true });
    for (const args of [["export"], ["stats", "--json"]]) {
      const { code, stdout, stderr } = await run(...args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /^dailyleet: The answer .* 403 PERMISSION_DENIED; .* deploy the rules of this version.*\.\n$/m,
      );
    }
  });
});
