/** 'dlyl'; tells our files from other SQLite databases. */
export const APPLICATION_ID = 0x64_6c_79_6c;

/** Step N takes a database from version N to N + 1. After the first release, append steps and never change one. */
export const STEPS = [
  // A cell of the outbox: `table` is the year, 'marks' or 'settings', `row` the day, question or key, `column` the source, date
  // or part.
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE profiles (
    number INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE documents (
    path TEXT PRIMARY KEY,
    fields TEXT NOT NULL,
    updated INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE outbox (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL,
    "table" ANY NOT NULL,
    "row" ANY NOT NULL,
    "column" ANY NOT NULL,
    state ANY NOT NULL,
    refused TEXT,
    attempt TEXT,
    UNIQUE (uid, "table", "row", "column")
  ) STRICT;
  CREATE TABLE known_documents (
    uid TEXT NOT NULL,
    path TEXT NOT NULL,
    fields TEXT NOT NULL,
    update_time TEXT NOT NULL,
    PRIMARY KEY (uid, path)
  ) STRICT;
  CREATE TABLE history (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL,
    changes TEXT NOT NULL,
    command TEXT NOT NULL,
    time INTEGER NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX history_of_person ON history (uid, number);
  INSERT INTO profiles (uid, name, folded) VALUES (lower(hex(randomblob(14))), 'You', 'you');
  `,
];
