// Opens the database named on the command line as soon as a byte comes in, and prints the uid of its first profile.
import { once } from "node:events";
import { listProfiles, openDatabase } from "@dailyleet/local";

process.stdout.write("ready\n");
await once(process.stdin, "data");
const database = openDatabase(process.argv[2] ?? "");
process.stdout.write(`${listProfiles(database).map(({ uid }) => uid)}\n`);
database.close();
process.exit();
