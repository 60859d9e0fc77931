import { downloadSheet, type Http } from "@dailyleet/client";
import { afterAll, expect, test } from "vitest";
import { testHttp } from "./support/ports.ts";
import { json, startScriptedServer, text } from "./support/scriptedServer.ts";

const server = await startScriptedServer();
afterAll(() => server.stop());

const download = () => downloadSheet({ http: testHttp(), url: `${server.origin}/gviz/tq?tqx=out:json` });
const WRAPPED = '/*O_o*/\ngoogle.visualization.Query.setResponse({"table":{"rows":[]}});';

test("The sheet's text comes as it is, without any sign-in", async () => {
  server.reply(text(200, WRAPPED));
  expect(await download()).toBe(WRAPPED);
  expect(server.requests.at(-1)).toMatchObject({ method: "GET", url: "/gviz/tq?tqx=out:json" });
  expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
});

test("Up to 5 MiB are taken, and no byte more; what is longer is asked for once", async () => {
  const before = server.requests.length;
  server.reply(text(200, "x".repeat(5 << 20)));
  expect((await download()).length).toBe(5 << 20);
  server.reply(text(200, "x".repeat((5 << 20) + 1)));
  await expect(download()).rejects.toMatchObject({
    code: "unavailable",
    message: "The answer from the question sheet is larger than 5 MB, the most that is read.",
  });
  expect(server.requests.length).toBe(before + 2);
});

test.each([301, 302, 307, 401, 403])("A private sheet (%i) says how to share it", async (status) => {
  server.reply(text(status, "", { location: "https://accounts.google.com/" }));
  await expect(download()).rejects.toMatchObject({ code: "bad-sheet", message: expect.stringContaining("share it") });
});

test.each([400, 404, 405, 410])("An address without a sheet (%i) says what to correct", async (status) => {
  server.reply(text(status, "<html>"));
  await expect(download()).rejects.toMatchObject({ code: "bad-sheet", message: expect.stringContaining("'sheet'") });
});

test("The own server's fault of a file is told as it is, and no other server's", async () => {
  const fault = json(400, { error: { status: "INVALID_ARGUMENT", message: "./mine.csv: line 1: a fault" } });
  server.reply(fault);
  const http: Http = (call) => testHttp()({ ...call, url: server.origin + call.url });
  await expect(downloadSheet({ http, url: "/sheet.json" })).rejects.toMatchObject({
    code: "bad-sheet",
    message: "./mine.csv: line 1: a fault",
  });
  server.reply(fault);
  await expect(download()).rejects.toMatchObject({ message: expect.not.stringContaining("mine.csv") });
});
