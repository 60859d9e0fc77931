import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { withLock } from "@dailyleet/local";
import { expect, test } from "vitest";
import { startChild } from "../support/children.ts";
import { openForTest, tempDatabase } from "../support/database.ts";

test("work under one lock never overlaps in a process, not even over two connections", async () => {
  const first = tempDatabase();
  const second = openForTest(first.file);
  let running = 0;
  const work = async () => {
    expect(++running).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return "done";
  };
  const all = Array.from({ length: 10 }, (_, index) => withLock(index % 2 ? first : second, "flush", work));
  expect(new Set(await Promise.all(all))).toEqual(new Set(["done"]));
});

test("different locks do not wait for each other, and the database stays usable under them", async () => {
  const database = tempDatabase();
  const inner = await withLock(database, "flush", () =>
    withLock(database, "token", async () => database.run("INSERT INTO meta (key, value) VALUES ('a', 'b')")),
  );
  expect(inner).toBe(1);
});

test("a failure frees the lock and comes through", async () => {
  const database = tempDatabase();
  const failing = withLock(database, "flush", async () => {
    throw new Error("out of luck");
  });
  await expect(failing).rejects.toThrow("out of luck");
  await expect(withLock(database, "flush", async () => 1, 0)).resolves.toBe(1);
});

test("the lock's file is the owner's alone, and takes no room on the disk", async () => {
  const database = tempDatabase();
  const before = readdirSync(dirname(database.file));
  const lock = `${database.file}-token.lock`;
  await withLock(database, "token", async () => {
    const { mode, size } = statSync(lock);
    expect([mode & 0o777, size]).toEqual([0o600, 0]);
    expect(readdirSync(dirname(lock)).sort()).toEqual([...before, basename(lock)].sort());
  });
});

test("a link in the place of the lock's file is named, and what it leads to stays open to others", async () => {
  const database = tempDatabase();
  const shared = join(dirname(database.file), "shared");
  writeFileSync(shared, "");
  chmodSync(shared, 0o644);
  symlinkSync(shared, `${database.file}-token.lock`);
  await expect(withLock(database, "token", async () => 1)).rejects.toMatchObject({
    code: "storage",
    message: expect.stringContaining("-token.lock is not a file"),
  });
  expect(statSync(shared).mode & 0o777).toBe(0o644);
});

test("processes that count in a file under a lock lose no count, and leave no lock's file", async () => {
  const database = tempDatabase();
  const counter = `${database.file}.count`;
  writeFileSync(counter, "0");
  const children = [1, 2].map(() => startChild("count", database.file, counter, "50"));
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0]);
  expect(readFileSync(counter, "utf8")).toBe("100");
  expect(existsSync(`${database.file}-flush.lock`)).toBe(false);
});

test("a lock that another process holds is busy, and free as soon as that process is killed", async () => {
  const database = tempDatabase();
  const holder = startChild("hold", database.file);
  expect(await holder.line()).toBe("locked");
  await expect(withLock(database, "flush", async () => 1, 50)).rejects.toMatchObject({
    code: "busy",
    message: "Another dailyleet is still sending changes; try again when it has ended.",
  });
  const waiting = withLock(database, "flush", async () => "mine");
  holder.process.kill("SIGKILL");
  await holder.exited;
  expect(await waiting).toBe("mine");
});
