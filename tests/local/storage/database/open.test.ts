import fs, {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DailyleetError } from "@dailyleet/core";
import { type Database, listProfiles, openDatabase } from "@dailyleet/local";
import { expect, test } from "vitest";
import { databaseError } from "../../../../packages/local/src/storage/database/errors.ts";
import { makeDirectories } from "../../../../packages/local/src/storage/database/files.ts";
import { tempDirectory } from "../../../support/tempDirectory.ts";
import { startChild } from "../../support/children.ts";
import { openForTest, tempDatabase } from "../../support/database.ts";

const chmod = fs.chmodSync;
const ENDS = ["", "-wal", "-shm"];
const modesOf = (file: string, ends = ENDS) => ends.map((end) => (statSync(file + end).mode & 0o777).toString(8));
const OWN = ["600", "600", "600"];

function execute(file: string, statements: string): void {
  const raw = new DatabaseSync(file);
  raw.exec(statements);
  raw.close();
}

/** Makes a database and changes it without the program. */
const altered = (statements: string) => (file: string) => {
  openDatabase(file).close();
  execute(file, statements);
};

function failure(file: string): DailyleetError {
  try {
    openDatabase(file).close();
  } catch (error) {
    if (error instanceof DailyleetError) return error;
    throw error;
  }
  throw new Error(`${file} was opened`);
}

test("a new database makes its directories, belongs to its owner alone and has the profile You", () => {
  const home = join(tempDirectory(), "a", "b");
  const database = openForTest(join(home, "dailyleet.db"));
  expect(listProfiles(database).map(({ name }) => name)).toEqual(["You"]);
  expect(modesOf(home, ["", "/.."])).toEqual(["700", "700"]);
  expect(modesOf(database.file)).toEqual(OWN);
});

test("directories are made with their mode where they are not there, through links, and which was the first is told", () => {
  const root = tempDirectory();
  expect(makeDirectories(join(root, "a", "b", "c"), 0o700)).toBe(join(root, "a"));
  expect(modesOf(root, ["/a", "/a/b", "/a/b/c"])).toEqual(["700", "700", "700"]);
  expect(makeDirectories(join(root, "a", "b"), 0o755)).toBe(undefined);
  expect(makeDirectories(join(root, "a", "d"))).toBe(join(root, "a", "d"));
  symlinkSync(join(root, "a"), join(root, "link"));
  makeDirectories(join(root, "link", "e"));
  expect(existsSync(join(root, "a", "e"))).toBe(true);
  writeFileSync(join(root, "file"), "");
  symlinkSync(join(root, "unmounted"), join(root, "away"));
  expect(() => makeDirectories(join(root, "file", "a", "b"))).toThrow("ENOTDIR");
  expect(() => makeDirectories(join(root, "away", "a", "b"))).toThrow("ENOENT");
});

test("a file that others may read is closed to them", () => {
  const { file, close } = tempDatabase();
  close();
  chmodSync(file, 0o644);
  openForTest(file).run("UPDATE profiles SET name = 'You'");
  expect(modesOf(file)).toEqual(OWN);
});

test("every commit is on the disk before it returns, in a write-ahead log", () => {
  const database = tempDatabase();
  expect(database.get("PRAGMA synchronous")).toEqual({ synchronous: 2 });
  expect(database.get("PRAGMA journal_mode")).toEqual({ journal_mode: "wal" });
});

const NAME = "UPDATE profiles SET name = ?";
const FAULT = new Error("a fault");

test.each([
  ["a transaction", (database: Database, work: () => void) => database.transaction(work)],
  [
    "one that waits",
    (database: Database, work: () => void) => database.transactionAsync(async () => Promise.resolve().then(work)),
  ],
])("%s is made whole or not at all, with those within it", async (_, transact) => {
  const database = tempDatabase();
  const nameTwice = () => {
    database.run(NAME, "Ann");
    database.transaction(() => database.run(NAME, "Bea"));
  };
  const failed = async () =>
    transact(database, () => {
      nameTwice();
      throw FAULT;
    });
  await expect(failed()).rejects.toBe(FAULT);
  expect(listProfiles(openForTest(database.file)).map(({ name }) => name)).toEqual(["You"]);
  await transact(database, nameTwice);
  expect(listProfiles(openForTest(database.file)).map(({ name }) => name)).toEqual(["Bea"]);
});

test("opening a current database writes nothing", () => {
  const { file, close } = tempDatabase();
  close();
  const before = readFileSync(file);
  openDatabase(file).close();
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("an emptied file and the log beside it stay as they are", () => {
  const file = join(tempDirectory(), "dailyleet.db");
  writeFileSync(file, "");
  for (const end of ["-wal", "-shm"]) writeFileSync(file + end, "something");
  expect(failure(file)).toMatchObject({ code: "not-a-database", message: expect.stringContaining("is empty") });
  expect(ENDS.map((end) => readFileSync(file + end, "utf8"))).toEqual(["", "something", "something"]);
});

test("a new database leaves nothing beside it, also after a beginning that was killed", () => {
  const directory = tempDirectory();
  const file = join(directory, "dailyleet.db");
  for (const end of [".new", ".new-wal", "-new.lock"]) writeFileSync(file + end, "");
  openDatabase(file).close();
  expect(readdirSync(directory)).toEqual(["dailyleet.db"]);
});

test("behind a link whose target is not there the database is the owner's alone at once", () => {
  const directory = tempDirectory();
  const [file, target] = [join(directory, "dailyleet.db"), join(directory, "disk", "ticks.db")];
  symlinkSync("second.db", file);
  symlinkSync(join("disk", "ticks.db"), join(directory, "second.db"));
  expect(listProfiles(openForTest(file))).toHaveLength(1);
  expect(modesOf(target)).toEqual(OWN);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
});

test("wrong SQL is a fault of the program and no damage of the file", async () => {
  const database = tempDatabase();
  const faults = [
    () => database.run("UPDATE no_such_table SET a = 1"),
    () => database.get("SELECT uid FROM profiles WHERE uid = ?", "a", "b"),
    () => database.run("INSERT INTO profiles (uid, name, folded) VALUES ('x', 'y', 'you')"),
    () => database.run("INSERT INTO meta (key, value) VALUES ('a', NULL)"),
    () => database.transaction(() => database.execute("BEGIN")),
  ];
  for (const fault of faults) {
    expect(fault).toThrow();
    expect(fault).not.toThrow(DailyleetError);
  }
  const nested = database.transactionAsync(() => database.transactionAsync(async () => {}));
  await expect(nested).rejects.not.toBeInstanceOf(DailyleetError);
  expect(listProfiles(database)).toHaveLength(1);
});

test.each([
  ["a table", "ALTER TABLE documents RENAME TO docunents"],
  ["a column", "ALTER TABLE documents RENAME COLUMN fields TO fieldz"],
])("%s that the program did not name so is damage", (_, change) => {
  const file = join(tempDirectory(), "dailyleet.db");
  altered(change)(file);
  const read = () => openForTest(file).get("SELECT fields FROM documents");
  expect(read).toThrow(expect.objectContaining({ code: "not-a-database" }));
});

const NO_DATABASE = /^The file .*dailyleet\.db is not a database; 'dailyleet restore' keeps .*\.$/;

test.each<[name: string, make: (file: string) => void, sentence: RegExp, code?: string]>([
  [
    "nothing",
    (file) => writeFileSync(file, ""),
    /^The file .*dailyleet\.db is empty, .*; 'dailyleet restore' keeps .*\.$/,
  ],
  ["a text", (file) => writeFileSync(file, "hello, this is no database\n"), NO_DATABASE],
  ["a long text", (file) => writeFileSync(file, "x".repeat(20_000)), NO_DATABASE],
  ["another program's database", (file) => execute(file, "CREATE TABLE songs (title)"), /another program/],
  ["no version any more", altered("PRAGMA user_version = 0"), /another program/],
  ["a version below 0", altered("PRAGMA user_version = -1"), /another program/],
  [
    "a newer dailyleet's version",
    altered("PRAGMA user_version = 99"),
    /has version 99, but this dailyleet knows versions up to \d+; update dailyleet\.$/,
    "newer-database",
  ],
])("a file that holds %s is refused and stays as it is", (_, make, sentence, code = "not-a-database") => {
  const file = join(tempDirectory(), "dailyleet.db");
  make(file);
  const before = readFileSync(file);
  expect(failure(file)).toMatchObject({ code, message: expect.stringMatching(sentence) });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a database to which somebody has added a table, an index or statistics is opened", () => {
  const database = tempDatabase();
  database.execute("CREATE TABLE notes (text TEXT); CREATE INDEX by_text ON notes (text); ANALYZE");
  expect(listProfiles(openForTest(database.file))).toHaveLength(1);
});

test.each<[string, make: (file: string) => void, sentence: RegExp]>([
  ["a directory", (file) => mkdirSync(file), /is not a file/],
  ["a ring of links", (file) => symlinkSync("dailyleet.db", file), /set DAILYLEET_HOME/],
])("%s in the file's place is named", (_, make, sentence) => {
  const file = join(tempDirectory(), "dailyleet.db");
  make(file);
  expect(failure(file)).toMatchObject({ code: "storage", message: expect.stringMatching(sentence) });
});

test("a place where nothing can be made is named, with what to do", () => {
  const file = join(tempDirectory(), "file");
  writeFileSync(file, "");
  for (const place of [join(file, "dailyleet.db"), join(file, "deeper", "dailyleet.db"), "/proc/dailyleet.db"]) {
    const error = failure(place);
    expect(error.code).toBe("storage");
    expect(error.message).toMatch(/^Can't write to .*; set DAILYLEET_HOME\.$/);
    expect(error.message).toContain(dirname(place));
  }
});

test.each([
  ["not permitted", 3],
  ["locking protocol", 15],
  ["disk I/O error at a lock", 3850],
  ["disk I/O error at the memory that processes share", 5130],
])("'%s' is told as a disk without locks, with the way out", (message, errcode) => {
  const error = databaseError("/net/dailyleet.db", Object.assign(new Error(message), { errcode }), () => false);
  expect(error).toMatchObject({
    code: "storage",
    message:
      "The file /net/dailyleet.db can't be locked, as on some network and foreign file systems; set DAILYLEET_HOME to a directory on a local disk.",
  });
});

test("a database with a log, beside which nothing can be opened, is read whole; a write says why not", async () => {
  const open = tempDatabase();
  open.run("INSERT INTO meta (key, value) VALUES ('in', 'the log')");
  const file = join(tempDirectory(), "dailyleet.db");
  for (const end of ["", "-wal"]) cpSync(open.file + end, file + end);
  symlinkSync("elsewhere", `${file}-shm`);
  const before = ["", "-wal"].map((end) => readFileSync(file + end));
  const database = openForTest(file);
  expect(database.get("SELECT value FROM meta WHERE key = 'in'")).toEqual({ value: "the log" });
  const reason = expect.objectContaining({ code: "storage", message: expect.stringContaining("can't be opened") });
  expect(() => database.run("UPDATE profiles SET name = 'x'")).toThrow(reason);
  expect(() => database.transaction(() => {})).toThrow(reason);
  await expect(database.transactionAsync(async () => {})).rejects.toThrow(reason);
  database.close();
  expect(["", "-wal"].map((end) => readFileSync(file + end))).toEqual(before);
});

test("a file whose mode can't be changed is used as it is", () => {
  const { file, close } = tempDatabase();
  close();
  chmodSync(file, 0o644);
  fs.chmodSync = () => {
    throw Object.assign(new Error("not permitted"), { code: "EPERM", syscall: "chmod" });
  };
  syncBuiltinESMExports();
  try {
    openForTest(file).run("UPDATE profiles SET name = 'You'");
  } finally {
    fs.chmodSync = chmod;
    syncBuiltinESMExports();
  }
});

test("a full disk is told and undoes the whole transaction", () => {
  const database = tempDatabase();
  const { page_count: pages } = database.get<{ page_count: number }>("PRAGMA page_count") ?? { page_count: 0 };
  database.execute(`PRAGMA max_page_count = ${pages}`);
  const fill = () =>
    database.transaction(() => {
      database.run("INSERT INTO meta (key, value) VALUES ('small', 'x')");
      database.run("INSERT INTO meta (key, value) VALUES ('large', ?)", "x".repeat(100_000));
    });
  expect(fill).toThrow(expect.objectContaining({ code: "storage", message: expect.stringContaining("disk is full") }));
  expect(database.all("SELECT key FROM meta")).toEqual([]);
  database.run("INSERT INTO meta (key, value) VALUES ('small', 'x')");
});

// tests/reliability/damagedFiles.test.ts covers damage anywhere in the file.
test("a database whose header was changed in one byte is opened or named, never a crash", () => {
  const { file, close } = tempDatabase();
  close();
  const whole = readFileSync(file);
  for (let at = 0; at < 100; at++) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 0xff;
    writeFileSync(file, flipped);
    try {
      const database = openDatabase(file);
      try {
        listProfiles(database);
      } finally {
        database.close();
      }
    } catch (error) {
      expect(error).toBeInstanceOf(DailyleetError);
    }
  }
});

test("many processes that open a new database at once all get the same one", async () => {
  const file = join(tempDirectory(), "home", "dailyleet.db");
  const children = Array.from({ length: 4 }, () => startChild("open", file));
  for (const child of children) expect(await child.line()).toBe("ready");
  expect(existsSync(file)).toBe(false);
  for (const child of children) child.process.stdin?.write("go");
  const uids = await Promise.all(children.map((child) => child.line()));
  expect(new Set(uids).size).toBe(1);
  expect(uids[0]).toMatch(/^[0-9a-f]{28}$/);
});
