// Ticks every eighth cell of 2026, beginning with the one given, each in a transaction of its own as the terminal does.
import { createPersonStore, type SourceNumber } from "@dailyleet/core";
import { createDocumentStore, listProfiles, openDatabase } from "@dailyleet/local";
import { saveChanges } from "../../../packages/core/src/changes/saveChanges.ts";

const [, , file = "", first = "0"] = process.argv;
const database = openDatabase(file);
const uid = listProfiles(database)[0]?.uid ?? "";
const store = createPersonStore(createDocumentStore(database, uid), uid);
for (let cell = Number(first); cell < 1825; cell += 8) {
  const change = { year: 2026, day: Math.floor(cell / 5) + 1, source: ((cell % 5) + 1) as SourceNumber, done: true };
  await database.transactionAsync(() => saveChanges(store, [change], { year: 2026, month: 12, day: 31 }));
}
database.close();
