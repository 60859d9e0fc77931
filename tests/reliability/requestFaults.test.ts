import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellKey, changesOf, parseSheet } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { createNodeNetwork } from "../../packages/cli/src/cloud/network.ts";
import { formatCopy } from "../../packages/cli/src/questions/sheet.ts";
import { FAULTS, type Fault, type Outcome } from "../client/support/faults.ts";
import { doneIn } from "../support/cliProcess.ts";
import { todayText } from "../support/today.ts";
import { type Desktop, newDesktop, STORED, todayCell, useCloud, WAITING } from "./support/desktop.ts";
import type { RequestKind } from "./support/faultyServer.ts";
import { inParallel } from "./support/pool.ts";

const TICKED = todayCell(3);
const cloud = useCloud();

interface Row {
  readonly name: string;
  readonly kind: RequestKind;
  /** The server applies the request before the fault. */
  readonly isApplied?: boolean;
  /** See `newDesktop`. */
  readonly hasCopy?: boolean;
}

const HURRY = { isHurried: true } as const;
/** Exactly one sentence. */
const SENTENCE = /^dailyleet: [^\n]+\.\n$/;

/** Makes a test that runs `check` for each fault of a row, each time with a new person and computer. */
function itMeets(row: Row, check: (desktop: Desktop, fault: Fault) => Promise<void>): void {
  it(`${row.name}: ${FAULTS.length} faults`, async () => {
    await inParallel(FAULTS, async (fault) => {
      const desktop = await newDesktop(cloud, { hasCopy: row.hasCopy ?? true });
      desktop.server.break({ kind: row.kind, reply: fault.reply, isApplied: row.isApplied ?? false });
      await meet(`${row.name}, ${fault.name}`, () => check(desktop, fault));
    });
  });
}

/** Adds the name of the case to a failure. */
async function meet(name: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    throw new Error(`after ${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** How a tick ends. */
interface End {
  readonly code: number;
  readonly saved: "cloud" | "pending";
}

const ENDS: Readonly<Record<Outcome, End>> = {
  unavailable: { code: 0, saved: "pending" },
  "site-fault": { code: 0, saved: "pending" },
  conflict: { code: 0, saved: "pending" },
  refused: { code: 1, saved: "pending" },
  "signin-needed": { code: 4, saved: "pending" },
};
const STORED_ALL_THE_SAME: End = { code: 0, saved: "cloud" };

/** The exit codes of a command that needs an answer: any fault is a failure. */
const FAILED: Readonly<Record<Outcome, number>> = {
  unavailable: 1,
  "site-fault": 1,
  conflict: 1,
  refused: 1,
  "signin-needed": 4,
};

interface OutcomeRow extends Row {
  readonly outcome: (fault: Fault) => Outcome;
}

/** The token's renewal accepts only Identity Toolkit's own codes as the end of a sign-in. */
const passing = ({ outcome }: Fault): Outcome => (outcome === "site-fault" ? outcome : "unavailable");
const own = ({ outcome }: Fault): Outcome => outcome;

const READING: readonly OutcomeRow[] = [
  { name: "the token's renewal", kind: "renewal", outcome: passing },
  { name: "reading", kind: "reading", outcome: own },
];
const WRITING: readonly OutcomeRow[] = [
  ...READING.map((row) => ({ ...row, hasCopy: false })),
  { name: "the commit", kind: "commit", outcome: own },
  { name: "the answer to a commit that was made", kind: "commit", isApplied: true, outcome: own },
];

const keys = (cells: readonly Parameters<typeof cellKey>[0][]) => cells.map(cellKey).sort();

describe("a tick while the cloud misbehaves is accepted, told and sent later", () => {
  for (const row of WRITING) {
    itMeets(row, async (desktop, fault) => {
      const outcome = row.outcome(fault);
      // The document is newer than the commit's base. Reading it again shows that everything is stored.
      const isSeenStored = row.isApplied && (outcome === "conflict" || outcome === "refused");
      const end = isSeenStored ? STORED_ALL_THE_SAME : ENDS[outcome];

      const { code, stdout, stderr } = await desktop.run(["tick", "3", "--json"], HURRY);

      expect(desktop.server.met(), stderr).toBeGreaterThan(0);
      expect([code, JSON.parse(stdout)]).toMatchObject([
        end.code,
        { date: todayText, changes: [{ source: 3, done: true }], saved: end.saved },
      ]);
      if (end.saved === "cloud") expect(stderr).toBe("");
      else
        expect(stderr).toMatch(
          /^dailyleet: [^\n]+ saved on this computer( and will be sent with the next command|; the next command tries again)?\.\n$/,
        );

      const [stored, left] = [await desktop.stored(), await desktop.outbox()];
      const asked = [STORED, WAITING, TICKED];
      for (const key of stored) expect(keys(asked)).toContain(key);
      for (const key of keys(asked)) expect([...stored, ...keys(changesOf(left))]).toContain(key);

      desktop.server.heal();
      const sync = await desktop.run(["sync", "--json"]);
      expect([sync.code, JSON.parse(sync.stdout)]).toMatchObject([0, { waiting: 0, refused: 0 }]);
      expect((await desktop.stored()).sort()).toEqual(keys(asked));
      expect(await desktop.outbox()).toEqual([]);
    });
  }
});

describe("looking at today while the cloud misbehaves shows what is known, or says why not", () => {
  for (const row of READING) {
    itMeets(row, async (desktop, fault) => {
      const outcome = row.outcome(fault);
      const { code, stdout, stderr } = await desktop.run(["today", "--json"], HURRY);
      expect(desktop.server.met(), stderr).toBeGreaterThan(0);
      if (["unavailable", "site-fault", "conflict"].includes(outcome)) {
        expect([code, doneIn(stdout)]).toEqual([0, [1, 2]]);
        expect(stderr).toMatch(/^dailyleet: [^\n]+ Showing what this computer last knew\.\n$/);
      } else {
        expect([code, stdout]).toEqual([FAILED[outcome], ""]);
        expect(stderr).toMatch(SENTENCE);
      }
      const found = [...(await desktop.stored()), ...keys(changesOf(await desktop.outbox()))];
      expect(found.sort()).toEqual(keys([STORED, WAITING]));
    });
  }
});

describe("sync while the cloud misbehaves fails, keeps what waits and sends it later", () => {
  for (const row of WRITING) {
    itMeets(row, async (desktop, fault) => {
      const outcome = row.outcome(fault);
      const isSeenStored = row.isApplied && (outcome === "conflict" || outcome === "refused");
      const { code, stdout, stderr } = await desktop.run(["sync", "--json"], HURRY);
      const isRefused = outcome === "refused" && !isSeenStored;
      const counts = {
        sent: isSeenStored ? 1 : 0,
        waiting: isRefused || isSeenStored ? 0 : 1,
        refused: Number(isRefused),
      };
      expect([code, JSON.parse(stdout)]).toEqual([isSeenStored ? 0 : FAILED[outcome], { version: 1, ...counts }]);
      expect(stderr).toMatch(isSeenStored ? /^$/ : SENTENCE);

      desktop.server.heal();
      expect((await desktop.run(["sync"])).code).toBe(0);
      expect((await desktop.stored()).sort()).toEqual(keys([STORED, WAITING]));
      expect(await desktop.outbox()).toEqual([]);
    });
  }
});

describe("trouble that passes", () => {
  const passing = FAULTS.filter(({ isPassing }) => isPassing);
  it(`is not even told: ${passing.length} faults once at each request of a tick`, async () => {
    await inParallel(passing, async (fault) => {
      const desktop = await newDesktop(cloud);
      for (const [kind, source] of [
        ["renewal", "3"],
        ["reading", "4"],
        ["commit", "5"],
      ] as const) {
        desktop.server.break({ kind, reply: fault.reply, times: 1, isApplied: kind === "commit" });
        await meet(`${fault.name} once at ${kind}`, async () => {
          const { code, stdout, stderr } = await desktop.run(["tick", source, "--json"], HURRY);
          expect([code, JSON.parse(stdout), stderr]).toMatchObject([0, { saved: "cloud" }, ""]);
        });
      }
      expect(await desktop.stored()).toHaveLength(5);
    });
  });
});

it("a tick whose first answer was lost says what was there before, and can be undone", async () => {
  const desktop = await newDesktop(cloud);
  const reset = FAULTS.find(({ name }) => name === "a reset");
  if (reset) desktop.server.break({ kind: "commit", reply: reset.reply, times: 1, isApplied: true });
  const { stdout } = await desktop.run(["tick", "3", "--json"], HURRY);
  expect(JSON.parse(stdout).changes).toMatchObject([{ source: 3, done: true, was: false }]);
  await desktop.run(["undo"]);
  expect((await desktop.stored()).sort()).toEqual(keys([STORED, WAITING]));
});

it("a server that never answers holds a tick up for less than half a minute, with the longest deadline", async () => {
  const desktop = await newDesktop(cloud);
  const { transport } = createNodeNetwork();
  let spent = 0;
  const { code, stdout } = await desktop.run(["tick", "3", "--json"], {
    async wait(ms) {
      spent += ms;
    },
    async transport(request) {
      if (!request.url.endsWith(":commit")) return transport(request);
      spent += request.timeoutMs;
      throw new Error("No answer.");
    },
  });
  expect([code, JSON.parse(stdout).saved]).toEqual([0, "pending"]);
  expect(spent).toBeGreaterThan(5_000);
  expect(spent).toBeLessThan(30_000);
});

describe("a sign-in that goes wrong says so and leaves the one before as it was", () => {
  for (const [name, kind] of [
    ["asking for the code", "deviceCode"],
    ["polling", "poll"],
    ["Google's keys", "keys"],
    ["the exchange", "signIn"],
  ] as const) {
    itMeets({ name, kind }, async (desktop) => {
      desktop.google.start = { expires_in: 2 };
      const file = join(desktop.directory, "credentials.json");
      const before = readFileSync(file, "utf8");
      const { code, stdout, stderr } = await desktop.run(["login"], HURRY);
      expect(desktop.server.met()).toBeGreaterThan(0);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/(^|\n)dailyleet: [^\n]+\.\n$/);
      expect(readFileSync(file, "utf8")).toBe(before);
      expect(changesOf(await desktop.outbox()).map(cellKey)).toEqual([cellKey(WAITING)]);
    });
  }

  it("and works when the trouble is over", async () => {
    const desktop = await newDesktop(cloud);
    const down = FAULTS.find(({ name }) => name === "HTML with 503");
    for (const kind of ["deviceCode", "poll", "keys", "signIn"] as const) {
      if (down) desktop.server.break({ kind, reply: down.reply, times: 1 });
      expect(await desktop.run(["login"], HURRY)).toMatchObject({ code: 0, stdout: `Signed in as ${desktop.uid}.\n` });
      expect(desktop.server.met()).toBe(1);
    }
    expect((await desktop.run(["sync"])).stdout).toBe("1 sent, 0 waiting, 0 refused\n");
  });
});

describe("joining a site that misbehaves", () => {
  itMeets({ name: "its configuration", kind: "siteConfig" }, async (desktop) => {
    const file = join(desktop.directory, "dailyleet.json");
    const before = readFileSync(file, "utf8");
    const { code, stdout, stderr } = await desktop.run(["login", desktop.server.origin], HURRY);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.replace(/^dailyleet: \S+ sends on to \S+\.\n/, "")).toMatch(SENTENCE);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(existsSync(`${file}.before`)).toBe(false);
  });
});

describe("questions while the spreadsheet misbehaves", () => {
  const sheet = parseSheet(readFileSync(join(import.meta.dirname, "../../site/public/questions.json"), "utf8"));

  itMeets({ name: "no copy is there yet: the sheet", kind: "sheet" }, async (desktop) => {
    const { code, stdout, stderr } = await desktop.run(["questions", "--json"], HURRY);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(SENTENCE);
    expect(existsSync(join(desktop.directory, "questions.json"))).toBe(false);
  });

  itMeets({ name: "an old copy is there: the sheet", kind: "sheet" }, async (desktop) => {
    const file = join(desktop.directory, "questions.json");
    const copy = formatCopy(`${desktop.server.origin}/sheet`, { downloaded: Date.now() - 86_400_000, sheet });
    writeFileSync(file, copy, { mode: 0o600 });
    const { code, stdout, stderr } = await desktop.run(["questions", "--json"], HURRY);
    expect([code, JSON.parse(stdout).questions.length]).toEqual([0, 75]);
    expect(stderr).toMatch(/^dailyleet: [^\n]+ Showing the questions as of \S+\.\n$/);
    expect(readFileSync(file, "utf8")).toBe(copy);
  });
});
