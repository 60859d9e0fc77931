import { createPersonStore, doneCells, openPath, readTicks } from "@dailyleet/core";
import { createDocumentStore } from "@dailyleet/local";
import { expect, test } from "vitest";
import { today } from "../../support/today.ts";
import { startChild } from "../support/children.ts";
import { uidOfYou } from "../support/database.ts";
import { dayOf } from "../support/fields.ts";
import { ask, bearer, documentName, documentsUrl, signIn, startTestServer } from "../support/server.ts";

test("8 processes tick 1,825 cells one by one while a server answers and writes, and none is lost", {
  timeout: 180_000,
}, async () => {
  const server = await startTestServer();
  const session = await signIn(server);
  const name = documentName(openPath(session.localId));
  const children = [0, 1, 2, 3, 4, 5, 6, 7].map((first) =>
    startChild("tickCells.ts", server.database.file, String(first), String(today.year)),
  );
  let areRunning = true;
  const ended = Promise.all(children.map((child) => child.exited)).finally(() => {
    areRunning = false;
  });
  let served = 0;
  while (areRunning) {
    const source = (served % 5) + 1;
    const update = { name, fields: { "365": dayOf(source) } };
    const body = { writes: [{ update, updateMask: { fieldPaths: [`\`365\`.\`${source}\``] } }] };
    const { status } = await ask("POST", `${documentsUrl(server)}:commit`, body, bearer(session));
    expect(status).toBe(200);
    served++;
  }
  expect(await ended).toEqual(children.map(() => 0));
  expect(served).toBeGreaterThan(5);
  const { body } = await ask("POST", `${documentsUrl(server)}:batchGet`, { documents: [name] }, bearer(session));
  const [{ found }] = body as [{ found: { fields: unknown } }];
  expect(doneCells(readTicks(found.fields))).toHaveLength(1825);
  const uid = uidOfYou(server.database);
  const direct = await createPersonStore(createDocumentStore(server.database, uid), uid).readOpen();
  expect(doneCells(direct.ticks)).toHaveLength(1825);
});
