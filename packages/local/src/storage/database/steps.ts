/** 'dlyl'; tells our files from other SQLite databases. */
export const APPLICATION_ID = 0x64_6c_79_6c;

/** Step N brings a database from version N to N + 1. A step that has been published never changes. */
export const STEPS = [
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
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE outbox (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL,
    year INTEGER NOT NULL,
    day INTEGER NOT NULL,
    source INTEGER NOT NULL,
    done INTEGER NOT NULL,
    refused TEXT,
    unanswered TEXT,
    UNIQUE (uid, year, day, source)
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
    changes TEXT NOT NULL
  ) STRICT;
  CREATE INDEX history_of_person ON history (uid, number);
  INSERT INTO profiles (uid, name, folded) VALUES (lower(hex(randomblob(14))), 'You', 'you');
  `,
  `
  ALTER TABLE history ADD COLUMN command TEXT;
  ALTER TABLE history ADD COLUMN time INTEGER;
  ALTER TABLE history ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
  `,
  // A tick or a mark: part is its table (the year, or 'marks'), row the day or question, place the source or date.
  `
  CREATE TABLE unsent (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL,
    part TEXT NOT NULL,
    row TEXT NOT NULL,
    place TEXT NOT NULL,
    state INTEGER NOT NULL,
    refused TEXT,
    unanswered TEXT,
    UNIQUE (uid, part, row, place)
  ) STRICT;
  INSERT INTO unsent SELECT sequence, uid, year, day, source, done, refused, unanswered FROM outbox;
  DELETE FROM sqlite_sequence WHERE name = 'unsent';
  UPDATE sqlite_sequence SET name = 'unsent' WHERE name = 'outbox';
  DROP TABLE outbox;
  ALTER TABLE unsent RENAME TO outbox;
  `,
  // Written with each document until the next step.
  `
  CREATE TABLE digests (path TEXT PRIMARY KEY, digest TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TRIGGER document_written AFTER UPDATE ON documents BEGIN
    DELETE FROM digests WHERE path IN (OLD.path, NEW.path);
  END;
  CREATE TRIGGER document_removed AFTER DELETE ON documents BEGIN
    DELETE FROM digests WHERE path = OLD.path;
  END;
  `,
  // Values derived from a document: valid while the version is the document's.
  `
  DROP TRIGGER document_written;
  DROP TRIGGER document_removed;
  DROP TABLE digests;
  CREATE TABLE derived (path TEXT PRIMARY KEY, version INTEGER NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
];
