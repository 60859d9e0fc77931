import { cellKey } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { FAULTS, type Fault, type Outcome } from "../client/support/faults.ts";
import { doneIn } from "../support/cliProcess.ts";
import { shareOf } from "../support/long.ts";
import { todayText } from "../support/today.ts";
import { useCloud } from "./support/cloud.ts";
import { newDesk, STORED, todayCell, WAITING } from "./support/desk.ts";
import { FAULTS_TIMEOUT, HURRY, itMeets, meet, type Row, SENTENCE } from "./support/faultRows.ts";
import { inParallel } from "./support/pool.ts";

const TICKED = todayCell(3);
const cloud = useCloud();

/** What a tick comes to. */
interface End {
  readonly code: number;
  readonly saved: "cloud" | "pending";
}

const ENDS: Readonly<Record<Outcome, End>> = {
  unavailable: { code: 0, saved: "pending" },
  conflict: { code: 0, saved: "pending" },
  refused: { code: 1, saved: "pending" },
  "signin-needed": { code: 4, saved: "pending" },
};
const STORED_ALL_THE_SAME: End = { code: 0, saved: "cloud" };

/** For a command that wants an answer: nothing but an answer is a success. */
const FAILED: Readonly<Record<Outcome, number>> = { unavailable: 1, conflict: 1, refused: 1, "signin-needed": 4 };

interface OutcomeRow extends Row {
  readonly outcome: (fault: Fault) => Outcome;
}

/** The token's renewal takes only Identity Toolkit's own codes for an end of the sign-in. */
const passing = (): Outcome => "unavailable";
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
    itMeets(cloud, row, async (desk, fault) => {
      const outcome = row.outcome(fault);
      // The document is newer than what the commit was based on: read again, everything is there.
      const isSeenStored = row.isApplied && (outcome === "conflict" || outcome === "refused");
      const end = isSeenStored ? STORED_ALL_THE_SAME : ENDS[outcome];

      const { code, stdout, stderr } = await desk.run(["tick", "3", "--json"], HURRY);

      expect(desk.server.met(), stderr).toBeGreaterThan(0);
      expect([code, JSON.parse(stdout)]).toMatchObject([
        end.code,
        { date: todayText, changes: [{ source: 3, done: true }], saved: end.saved },
      ]);
      if (end.saved === "cloud") expect(stderr).toBe("");
      else
        expect(stderr).toMatch(
          /^dailyleet: [^\n]+ saved on this computer( and will be sent with the next command|; the next command tries again)?\.\n$/,
        );

      const [stored, left] = [await desk.stored(), await desk.outbox()];
      const asked = [STORED, WAITING, TICKED];
      for (const key of stored) expect(keys(asked)).toContain(key);
      for (const key of keys(asked)) expect([...stored, ...keys(left)]).toContain(key);

      desk.server.heal();
      const sync = await desk.run(["sync", "--json"]);
      expect([sync.code, JSON.parse(sync.stdout)]).toMatchObject([0, { waiting: 0, refused: 0 }]);
      expect((await desk.stored()).sort()).toEqual(keys(asked));
      expect(await desk.outbox()).toEqual([]);
    });
  }
});

describe("looking at today while the cloud misbehaves shows what is known, or says why not", () => {
  for (const row of READING) {
    itMeets(cloud, row, async (desk, fault) => {
      const outcome = row.outcome(fault);
      const { code, stdout, stderr } = await desk.run(["today", "--json"], HURRY);
      expect(desk.server.met(), stderr).toBeGreaterThan(0);
      if (outcome === "unavailable" || outcome === "conflict") {
        expect([code, doneIn(stdout)]).toEqual([0, [1, 2]]);
        expect(stderr).toMatch(/^dailyleet: [^\n]+ Showing what this computer last knew\.\n$/);
      } else {
        expect([code, stdout]).toEqual([FAILED[outcome], ""]);
        expect(stderr).toMatch(SENTENCE);
      }
      const found = [...(await desk.stored()), ...keys(await desk.outbox())];
      expect(found.sort()).toEqual(keys([STORED, WAITING]));
    });
  }
});

describe("sync while the cloud misbehaves fails, keeps what waits and sends it later", () => {
  for (const row of WRITING) {
    itMeets(cloud, row, async (desk, fault) => {
      const outcome = row.outcome(fault);
      const isSeenStored = row.isApplied && (outcome === "conflict" || outcome === "refused");
      const { code, stdout, stderr } = await desk.run(["sync", "--json"], HURRY);
      const isRefused = outcome === "refused" && !isSeenStored;
      const counts = {
        sent: isSeenStored ? 1 : 0,
        waiting: isRefused || isSeenStored ? 0 : 1,
        refused: Number(isRefused),
      };
      expect([code, JSON.parse(stdout)]).toEqual([isSeenStored ? 0 : FAILED[outcome], { version: 1, ...counts }]);
      expect(stderr).toMatch(isSeenStored ? /^$/ : SENTENCE);

      desk.server.heal();
      expect((await desk.run(["sync"])).code).toBe(0);
      expect((await desk.stored()).sort()).toEqual(keys([STORED, WAITING]));
      expect(await desk.outbox()).toEqual([]);
    });
  }
});

describe("trouble that passes", () => {
  const passing = FAULTS.filter(({ isPassing }) => isPassing);
  const short = shareOf("faults that pass", passing, 5);
  it(`is not even told: ${short.length} faults once at each request of a tick`, {
    timeout: FAULTS_TIMEOUT,
  }, async () => {
    await inParallel(short, async (fault) => {
      const desk = await newDesk(cloud);
      for (const [kind, source] of [
        ["renewal", "3"],
        ["reading", "4"],
        ["commit", "5"],
      ] as const) {
        desk.server.break({ kind, reply: fault.reply, times: 1, isApplied: kind === "commit" });
        await meet(`${fault.name} once at ${kind}`, async () => {
          const { code, stdout, stderr } = await desk.run(["tick", source, "--json"], HURRY);
          expect([code, JSON.parse(stdout), stderr]).toMatchObject([0, { saved: "cloud" }, ""]);
        });
      }
      expect(await desk.stored()).toHaveLength(5);
    });
  });
});

it("a tick whose first answer was lost says what was there before, and can be undone", async () => {
  const desk = await newDesk(cloud);
  const reset = FAULTS.find(({ name }) => name === "a reset");
  if (reset) desk.server.break({ kind: "commit", reply: reset.reply, times: 1, isApplied: true });
  const { stdout } = await desk.run(["tick", "3", "--json"], HURRY);
  expect(JSON.parse(stdout).changes).toMatchObject([{ source: 3, done: true, was: false }]);
  await desk.run(["undo"]);
  expect((await desk.stored()).sort()).toEqual(keys([STORED, WAITING]));
});

it("a server that never answers holds a tick up for less than half a minute, with the longest deadline", {
  timeout: 120_000,
}, async () => {
  const hang = FAULTS.find(({ name }) => name === "a hang");
  const desk = await newDesk(cloud);
  if (hang) desk.server.break({ kind: "commit", reply: hang.reply });
  const start = performance.now();
  const { code, stdout } = await desk.run(["tick", "3", "--json"]);
  expect([code, JSON.parse(stdout).saved]).toEqual([0, "pending"]);
  expect(performance.now() - start).toBeLessThan(30_000);
});
