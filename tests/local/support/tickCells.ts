// Ticks every eighth cell of the year, beginning with the one given, each in a transaction of its own as the terminal does.
// Who is told that the database is busy, on a machine that stands still for ten seconds, tries again as a person does.
import { createPersonStore, hasCode, type SourceNumber, saveChanges, type TickChange } from "@dailyleet/core";
import { createDocumentStore, listProfiles, openDatabase } from "@dailyleet/local";

const [, , file = "", first = "0", year = "0"] = process.argv;
const database = openDatabase(file);
const uid = listProfiles(database)[0]?.uid ?? "";
const store = createPersonStore(createDocumentStore(database, uid), uid);
for (let cell = Number(first); cell < 1825; cell += 8) {
  await tick({
    year: Number(year),
    day: Math.floor(cell / 5) + 1,
    source: ((cell % 5) + 1) as SourceNumber,
    done: true,
  });
}
database.close();

async function tick(change: TickChange): Promise<void> {
  try {
    await database.transactionAsync(() => saveChanges(store, [change], { year: change.year, month: 12, day: 31 }));
  } catch (error) {
    if (!hasCode(error, "busy")) throw error;
    await tick(change);
  }
}
