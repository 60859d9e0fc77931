import { join } from "node:path";
import { closedPath, DAYS_PER_YEAR, formatDate, monthDay } from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";
import { expect, it } from "vitest";
import { dayOf } from "../local/support/database.ts";
import { ask, bearer, documentName, documentsUrl, signIn } from "../local/support/server.ts";
import { runCli, serve } from "../support/cliProcess.ts";
import { isLong } from "../support/long.ts";
import { newHome } from "./support/home.ts";

const PROCESSES = 8;
const YEAR = 2025;
const COUNT = isLong ? DAYS_PER_YEAR - 1 : 16;

it(`8 processes tick the cells of ${COUNT} days while the server answers and writes, and none is lost`, async () => {
  const home = newHome();
  await home.out(["tick", "1"]);
  const server = await serve(home.directory);
  const database = openDatabase(join(home.directory, "dailyleet.db"));
  const session = await signIn({ url: server.url, database });
  database.close();
  const days = Array.from({ length: COUNT }, (_, index) => index + 1);
  const worker = async () => {
    for (let day = days.shift(); day !== undefined; day = days.shift()) {
      const date = formatDate({ year: YEAR, ...monthDay(day) });
      const { code, stderr } = await runCli(home.directory, ["tick", "1", "2", "3", "4", "5", "--date", date]);
      expect([date, code, stderr]).toEqual([date, 0, ""]);
    }
  };
  let areRunning = true;
  const ended = Promise.all(Array.from({ length: PROCESSES }, worker)).finally(() => {
    areRunning = false;
  });
  let served = 0;
  for (; areRunning; served++) {
    const source = (served % 5) + 1;
    const update = { name: documentName(closedPath(session.localId, YEAR)), fields: { [COUNT + 1]: dayOf(source) } };
    const writes = [{ update, updateMask: { fieldPaths: [`\`${COUNT + 1}\`.\`${source}\``] } }];
    expect((await ask("POST", `${documentsUrl(server)}:commit`, { writes }, bearer(session))).status).toBe(200);
  }
  await ended;
  expect(served).toBeGreaterThan(5);
  const { years } = await home.json(["export"]);
  const cells = Object.values((years as Record<string, Record<string, object>>)[YEAR] ?? {});
  expect(cells).toHaveLength(COUNT + 1);
  expect(cells.every((day) => Object.values(day).length === 5)).toBe(true);
  expect(await server.stop()).toBe(0);
});
