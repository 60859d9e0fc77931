import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { booleanValue, type Fields, integerValue, mapValue, openPath } from "@dailyleet/core";

// Stands in for Google's services over TLS: `node cloudServer.ts KEY CERTIFICATE PACE` prints its port. It always answers
// the same, so that what is measured is the client: a fresh token, a year in which source 3 is never done, and success.

const [keyFile = "", certificateFile = "", pace] = process.argv.slice(2);
const ANSWERS_AFTER_MS = pace === "slow" ? 60_000 : 0;
const UPDATED = "2026-01-01T00:00:00.000000Z";
const NAME = `projects/bench/databases/(default)/documents/${openPath("person")}`;
const TOKENS = { id_token: "id", refresh_token: "refresh", expires_in: "3600", user_id: "person", project_id: "bench" };

const server = createServer(
  { key: readFileSync(keyFile), cert: readFileSync(certificateFile) },
  (request, response) => {
    request.resume().on("end", () => {
      if (ANSWERS_AFTER_MS > 0) setTimeout(send, ANSWERS_AFTER_MS, request, response);
      else send(request, response);
    });
  },
);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) console.log(address.port);
});
process.on("disconnect", () => process.exit());

function send({ url = "" }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answer(url), null, 2));
}

function answer(url: string): object {
  if (url.startsWith("/v1/token")) return TOKENS;
  if (url.includes(":commit")) return { writeResults: [{ updateTime: UPDATED }], commitTime: UPDATED };
  return [{ found: { name: NAME, fields: usedYear(), createTime: UPDATED, updateTime: UPDATED }, readTime: UPDATED }];
}

function usedYear(): Fields {
  const day = mapValue({ 1: booleanValue(true), 2: booleanValue(true), 4: booleanValue(true) });
  const days = Array.from({ length: 365 }, (_, index) => [String(index + 1), day] as const);
  return { year: integerValue(new Date().getFullYear()), ...Object.fromEntries(days) };
}
