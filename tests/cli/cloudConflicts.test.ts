import { booleanValue, closedPath, type Fields, integerValue, mapValue, openPath } from "@dailyleet/core";
import { expect, it } from "vitest";
import { today } from "../support/today.ts";
import { startTestCloud } from "./support/cloud.ts";
import { startCountingProxy } from "./support/countingProxy.ts";

const lastYear = today.year - 1;
const done = (source: number) => mapValue({ [source]: booleanValue(true) });
const ofLastYear = (days: Fields): Fields => ({ year: integerValue(lastYear), ...days });

it("a year whose archive exists already is closed into it by the next command, in a few requests", async () => {
  const cloud = await startTestCloud();
  const proxy = await startCountingProxy(cloud.port);
  const desk = await cloud.signedIn({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
  cloud.plant(openPath(cloud.uid), ofLastYear({ 5: done(1), 7: done(1) }));
  cloud.plant(closedPath(cloud.uid, lastYear), { 6: done(1), 7: done(2) });
  const { code, stderr, stdout } = await desk.run(["tick", "1", "--json"]);
  expect([code, stderr, JSON.parse(stdout).saved]).toEqual([0, "", "cloud"]);
  expect(proxy.requests.length).toBeLessThanOrEqual(10);
  const both = mapValue({ 1: booleanValue(true), 2: booleanValue(true) });
  expect(await cloud.read(closedPath(cloud.uid, lastYear))).toEqual(ofLastYear({ 5: done(1), 6: done(1), 7: both }));
});

it("a year that nobody can merge is told as what it is: refused, kept, exit 1", async () => {
  const cloud = await startTestCloud();
  const proxy = await startCountingProxy(cloud.port);
  const desk = await cloud.signedIn({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
  const foreign = (stringValue: string) => mapValue({ 9: { stringValue } });
  cloud.plant(openPath(cloud.uid), ofLastYear({ 5: foreign("a") }));
  cloud.plant(closedPath(cloud.uid, lastYear), { 5: foreign("b") });
  const { code, stderr } = await desk.run(["tick", "1"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/day 5 of it is stored twice, .* The change is saved on this computer\.\n$/);
  expect(proxy.requests.length).toBeLessThanOrEqual(10);
});

it("conflicts without an end are met with pauses, end after a handful of attempts, and are told", async () => {
  const cloud = await startTestCloud();
  const proxy = await startCountingProxy(cloud.port, (url, response) => {
    if (!url.endsWith(":commit")) return false;
    response.writeHead(409, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code: 409, status: "ABORTED", message: "contention" } }));
    return true;
  });
  const desk = await cloud.signedIn({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
  const { code, stderr, stdout } = await desk.run(["tick", "1", "--json"]);
  expect([code, JSON.parse(stdout).saved]).toEqual([0, "pending"]);
  expect(stderr).toMatch(
    /kept changing the same document \(6 attempts\).* The change is saved on this computer; the next command tries again\.\n$/,
  );
  expect(proxy.requests.filter((name) => name === ":commit")).toHaveLength(6);
  expect(proxy.requests.length).toBeLessThanOrEqual(14);
});
