import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { CLIENT } from "../cli/support/googleStandIn.ts";
import { newHome } from "../cli/support/home.ts";
import { localHome } from "../cli/support/localHome.ts";
import type { CliResult } from "../support/cliProcess.ts";
import { runInProcess } from "../support/inProcess.ts";
import { runs } from "../support/long.ts";
import { directoryInMemory } from "./support/inMemory.ts";

const SECRET = /SECRET/;

function fastDirectory(): string {
  const directory = directoryInMemory();
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Calls `check` with the file cut at a random place, or with one byte changed there. */
function forDamaged(whole: Buffer, numRuns: number, check: (bytes: Buffer, name: string) => Promise<void>) {
  const damage = fc.record({ at: fc.nat(whole.length - 1), change: fc.constantFrom("cut", 0x01, 0xff) });
  const property = fc.asyncProperty(damage, async ({ at, change }) => {
    if (typeof change === "string") return check(whole.subarray(0, at), `cut to ${at} bytes`);
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ change;
    await check(bytes, `byte ${at} changed by ${change}`);
  });
  return fc.assert(property, { numRuns });
}

/** The command succeeds, or fails with one sentence and its exit code. It never shows a stack or a secret. */
function expectClear({ code, stdout, stderr }: CliResult, name: string): void {
  expect([0, 1, 4], name).toContain(code);
  expect(stdout + stderr, name).not.toMatch(SECRET);
  // SQLite's message about a damaged table may hold line ends.
  expect(stderr, name).toMatch(/^(dailyleet: [^.][\s\S]*\.\n)?$/);
  expect(stderr, name).not.toMatch(/\n {4}at |bug in dailyleet/);
  if (code !== 0) expect([stdout, stderr === ""], name).toEqual(["", false]);
}

it("a configuration that is cut or changed is used or named, and never overwritten", async () => {
  const home = fastDirectory();
  const file = join(home, "dailyleet.json");
  const firebase = { apiKey: "SECRET-KEY", authDomain: "demo.firebaseapp.com", projectId: LOCAL_PROJECT_ID };
  const whole = Buffer.from(JSON.stringify({ firebase, google: CLIENT, sheet: "https://example.com/sheet" }));
  await forDamaged(whole, runs(600), async (bytes, name) => {
    writeFileSync(file, bytes, { mode: 0o600 });
    expectClear(await runInProcess(home, ["config"]), name);
    expectClear(await runInProcess(home, ["profiles"]), name);
    expect(readFileSync(file).equals(bytes), name).toBe(true);
  });
});

it("credentials that are cut or changed are used or named, and never overwritten", async () => {
  const home = fastDirectory();
  const firebase = { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: LOCAL_PROJECT_ID };
  writeFileSync(join(home, "dailyleet.json"), JSON.stringify({ firebase, google: CLIENT }), { mode: 0o600 });
  const file = join(home, "credentials.json");
  const issuer = `https://securetoken.googleapis.com/${LOCAL_PROJECT_ID}`;
  const whole = Buffer.from(
    `${JSON.stringify({ version: 1, uid: "asha", email: "asha@example.com", issuer, refreshToken: "SECRET-R" }, null, 2)}\n`,
  );
  await forDamaged(whole, runs(600), async (bytes, name) => {
    writeFileSync(file, bytes, { mode: 0o600 });
    expectClear(await runInProcess(home, ["profiles"]), name);
    expect(readFileSync(file).equals(bytes), name).toBe(true);
  });
});

it("a database that is cut or changed is used or named, and never made worse", async () => {
  const home = localHome();
  for (const args of [
    ["tick", "1", "2"],
    ["tick", "5", "--date", "03-05"],
    ["untick", "2"],
  ])
    await home.out(args);
  const whole = readFileSync(join(home.directory, "dailyleet.db"));
  const directory = fastDirectory();
  const file = join(directory, "dailyleet.db");
  const run = async (name: string, ...args: string[]) => {
    const result = await runInProcess(directory, args);
    expectClear(result, `${args[0]}, ${name}`);
    return result;
  };
  let unreadable = 0;
  const count = runs(2000);
  await forDamaged(whole, count, async (bytes, name) => {
    for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
    writeFileSync(file, bytes, { mode: 0o600 });
    const before = await run(name, "export");
    if (before.code !== 0) {
      unreadable++;
      // The damage may lie in a part that a tick does not need.
      for (const args of [["tick", "3"], ["undo"], ["status"]]) {
        const kept = readFileSync(file);
        const { code } = await run(name, ...args);
        if (code !== 0) expect(readFileSync(file).equals(kept), `${args[0]}, ${name}`).toBe(true);
      }
    } else {
      await run(name, "tick", "3");
      const after = await run(name, "export");
      expect(after.code, name).toBe(0);
      expect(JSON.parse(after.stdout), name).toMatchObject(JSON.parse(before.stdout));
    }
  });
  expect(unreadable).toBeGreaterThan(count / 20);
});

it("a number in the database that is too large is named as damage", async () => {
  const home = localHome();
  await home.out(["tick", "1"]);
  const database = openDatabase(join(home.directory, "dailyleet.db"));
  database.execute("UPDATE documents SET updated = 73852790843022936");
  database.close();
  expectClear(await home.run(["today"]), "a large number");
});

it("a real process says the same", async () => {
  const home = localHome();
  await home.out(["tick", "1"]);
  const file = join(home.directory, "dailyleet.db");
  const whole = readFileSync(file);
  const cut = whole.subarray(0, whole.length - 4_096);
  const place = newHome();
  writeFileSync(join(place.directory, "dailyleet.db"), cut, { mode: 0o600 });
  const result = await place.run(["tick", "2"]);
  expectClear(result, "cut by a page");
  expect(result.code).toBe(1);
  expect(readFileSync(join(place.directory, "dailyleet.db")).equals(cut)).toBe(true);
});

it("an emptied database is no new tracker: what is advised brings the ticks back", async () => {
  const home = localHome();
  const file = join(home.directory, "dailyleet.db");
  const given = join(home.directory, "given.json");
  await home.out(["tick", "1", "--date", "01-05"]);
  writeFileSync(given, JSON.stringify({ version: 1, years: { 2020: { 1: { 1: true } } } }));
  await home.run(["import", given]);
  await home.out(["tick", "2", "--date", "01-06"]);
  writeFileSync(given, JSON.stringify({ version: 1, years: { 2020: { 2: { 1: true } } } }));
  const before = JSON.parse(await home.out(["export"]));
  const newest = /backup to (.*)\.\n$/.exec((await home.run(["import", given])).stderr)?.[1] ?? "";
  writeFileSync(file, "");
  for (const args of [["today"], ["tick", "3"], ["export"], ["serve", "--port", "0"]]) {
    const { code, stdout, stderr } = await home.run(args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^dailyleet: The file .* is empty, [^\n]*\.\n$/);
    expect(stderr).toContain("'dailyleet restore'");
  }
  expect((await home.run(["doctor"])).stdout).toContain("dailyleet restore");
  expect(readFileSync(file)).toHaveLength(0);
  await home.run(["restore", newest]);
  expect(JSON.parse(await home.out(["export"]))).toEqual(before);
});
