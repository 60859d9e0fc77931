import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DailyleetError } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { today, todayNumber } from "../support/today.ts";
import { timedBackups } from "./support/backups.ts";
import { type Computer, startTestCloud } from "./support/cloud.ts";

const HOW = "Nothing was added; 'dailyleet import --from-local' adds them later.";

/**
 * A computer that was used without the cloud: three ticks today, one in 2025. The cloud has two ticks, one of them the
 * same.
 */
async function usedComputer() {
  const cloud = await startTestCloud();
  const other = await cloud.signedIn();
  await other.run(["tick", "3", "4"]);
  await untilSent(other);
  const computer = cloud.computer();
  await locally(computer, ["tick", "1", "2", "3"]);
  await locally(computer, ["tick", "5", "--date", "2025-12-31"]);
  return { cloud, computer };
}

/** Syncs until nothing waits: on a busy computer one `sync` may leave changes in the outbox. */
async function untilSent(computer: Computer): Promise<void> {
  while (!(await computer.run(["sync"])).stdout.includes(" 0 waiting"));
}

async function locally(computer: Computer, args: readonly string[]) {
  const file = join(computer.directory, "dailyleet.json");
  renameSync(file, `${file}.away`);
  try {
    return await computer.run(args);
  } finally {
    renameSync(`${file}.away`, file);
  }
}

const doneInCloud = async (computer: Computer) => JSON.parse((await computer.run(["export"])).stdout).years;

const copiesOf = ({ directory }: Computer) =>
  timedBackups(directory).map((name) => ({
    name,
    years: JSON.parse(readFileSync(join(directory, "backups", name), "utf8")).years,
  }));

const together = {
  2025: { 365: { 5: true } },
  [today.year]: { [todayNumber]: { 1: true, 2: true, 3: true, 4: true } },
};

describe("login on a computer with ticks from before, without a terminal", () => {
  it("says what is where and how to bring it together, adds nothing and asks nothing", async () => {
    const { cloud, computer } = await usedComputer();
    const { code, stdout, stderr } = await computer.run(["login"]);
    expect([code, stdout]).toEqual([0, `Signed in as ${cloud.uid}.\n`]);
    expect(stderr).toContain("of profile You on this computer: here 4, there 2, together 5.\n");
    expect(stderr).toContain(HOW);
    expect(Object.keys(await doneInCloud(computer))).toHaveLength(1);
    expect((await locally(computer, ["status"])).stdout).toMatch(/^3\/5/);
  });

  it("says nothing where nothing was ticked, or all of it is in the cloud", async () => {
    const cloud = await startTestCloud();
    const fresh = cloud.computer();
    expect((await fresh.run(["login"])).stderr).not.toContain("here");
    await fresh.run(["tick", "1"]);
    const computer = cloud.computer();
    await locally(computer, ["tick", "1"]);
    expect((await computer.run(["login"])).stderr).not.toContain("here");
  });
});

describe("import --from-local", () => {
  it("adds the cells through the outbox after copies of both sides, once", async () => {
    const { cloud, computer } = await usedComputer();
    await computer.run(["login"]);
    const dry = await computer.run(["import", "--from-local", "--dry-run"]);
    expect(dry.stdout).toContain(`Would add 3 ticks to ${cloud.uid}. Already there: 1 tick.\n`);
    const { code, stdout, stderr } = await computer.run(["import", "--from-local", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ here: 4, there: 2, together: 5 });
    expect(stderr).toMatch(/(Saved a backup to .*\n.*){2}/);
    await untilSent(computer);
    const other = await cloud.signedIn();
    expect(await doneInCloud(other)).toEqual(together);
    const copies = copiesOf(computer);
    for (const { name } of copies) expect(name).toMatch(/^\w+-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.json$/);
    const counts = copies.map(({ name, years }) => [name.startsWith(cloud.uid), Object.keys(years).length]);
    expect(new Map(counts as [boolean, number][])).toEqual(
      new Map([
        [true, 1],
        [false, 2],
      ]),
    );
    expect(copies).toHaveLength(2);

    expect((await computer.run(["import", "--from-local"])).stdout).toBe(
      `Nothing new for ${cloud.uid}. Already there: 4 ticks.\n`,
    );
    expect((await computer.run(["login"])).stderr).not.toContain("here 4");
    expect((await computer.run(["undo"])).stdout.match(/: Untried \(was Done\)/g)).toHaveLength(3);
  });

  it("brings marks of questions with the ticks; of two of the same day the lower stands", async () => {
    const cloud = await startTestCloud();
    const other = await cloud.signedIn();
    await other.run(["mark", "1", "solved"]);
    await other.run(["mark", "2", "solution"]);
    await untilSent(other);
    const computer = cloud.computer();
    for (const [question, mark] of Object.entries({ 1: "hint", 2: "easy", 3: "solved" })) {
      await locally(computer, ["mark", question, mark]);
    }
    const { stderr } = await computer.run(["login"]);
    expect(stderr).toContain(
      "There are ticks and marks of profile You on this computer: ticks here 0, there 0, together 0; marks here 3, there 2, together 3.\n",
    );
    const { stdout } = await computer.run(["import", "--from-local"]);
    expect(stdout).toContain(
      `Added 1 mark to ${cloud.uid}. Lowered 1 mark: of two marks on one day the lower one counts. Already there: 1 mark.\n`,
    );
    await untilSent(computer);
    const { practice } = JSON.parse((await other.run(["export"])).stdout);
    expect(Object.values(practice as object).map((dates) => Object.values(dates))).toEqual([[1], [3], [2]]);
    expect((await computer.run(["import", "--from-local"])).stdout).toContain(
      `Nothing new for ${cloud.uid}. Already there: 3 marks.\n`,
    );
  });

  it("brings settings, accounts among them, but for those that the account has already", async () => {
    const cloud = await startTestCloud();
    await (await cloud.signedIn()).run(["config", "list", "neetcode150"]);
    const computer = cloud.computer();
    for (const [key = "", value = ""] of [
      ["list", "all"],
      ["dayEndsAt", "03:00"],
      ["account.leetcode", "asha"],
    ]) {
      await locally(computer, ["config", key, value]);
    }
    const { stderr } = await computer.run(["login"]);
    expect(stderr).toContain("There are settings of profile You on this computer: 2 to add.\n");
    expect((await computer.run(["import", "--from-local"])).stdout).toBe(
      `account.leetcode: asha\ndayEndsAt: 03:00\nAdded 2 settings to ${cloud.uid}.\n`,
    );
    for (const [key = "", value] of [
      ["list", "neetcode150"],
      ["dayEndsAt", "03:00"],
      ["account.leetcode", "asha"],
    ]) {
      expect((await computer.run(["config", key])).stdout).toBe(`${value}\n`);
    }
    expect((await (await cloud.signedIn()).run(["config", "dayEndsAt"])).stdout).toBe("03:00\n");
  });

  it("does not act on a guess: without the cloud it adds nothing", async () => {
    const { cloud, computer } = await usedComputer();
    await computer.run(["login"]);
    await cloud.goOffline();
    const { code, stderr } = await computer.run(["import", "--from-local"]);
    expect([code, stderr.startsWith("dailyleet: No answer from")]).toEqual([1, true]);
    expect(timedBackups(computer.directory)).toEqual([]);
  });

  it("takes the profile that is named", async () => {
    const { computer } = await usedComputer();
    await computer.run(["login"]);
    const { code, stderr } = await computer.run(["import", "--from-local", "--profile", "Asha"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("There is no profile 'Asha'")]);
    expect((await computer.run(["import", "--from-local", "--profile", "you"])).stdout).toContain("Added 3 ticks");
  });

  it("is refused in local mode, with a file, and without anything", async () => {
    const cloud = await startTestCloud();
    const computer = cloud.computer();
    expect((await locally(computer, ["import", "--from-local"])).code).toBe(2);
    expect((await computer.run(["import", "x.json", "--from-local"])).code).toBe(2);
    expect((await computer.run(["import"])).code).toBe(2);
  });
});

describe("login in a terminal", () => {
  /** Runs `login` and returns what the command shows. `answer` replies to its questions. */
  async function logIn(computer: Computer, answer: () => Promise<string | false>, exitCode = 0) {
    let shown = "";
    const ask = (question: string) => {
      shown += question;
      return answer();
    };
    const { code, stderr } = await computer.run(["login"], { ask });
    expect(code).toBe(exitCode);
    return shown + stderr;
  }

  it.each(["", "Yes"])("adds them after '%s', and does not ask again", async (typed) => {
    const { cloud, computer } = await usedComputer();
    const screen = await logIn(computer, async () => typed);
    expect(screen).toContain("here 4, there 2, together 5.");
    expect(screen).toContain(`Added 3 ticks to ${cloud.uid}. Already there: 1 tick. 'dailyleet undo' takes that back.`);
    expect(await doneInCloud(computer)).toEqual(together);
    expect(copiesOf(computer)).toHaveLength(2);
    expect(await logIn(computer, async () => typed)).not.toContain("here 4");
  });

  const interrupted = () => Promise.reject(new DailyleetError("interrupted", "Interrupted."));

  it.each([
    ["a no", async () => "n", false, 0, HOW],
    ["Ctrl-C", interrupted, true, 130, "and no ticks were added."],
    ["Ctrl-D", async () => false as const, true, 0, HOW],
  ])("adds nothing after %s, and asks again: %j", async (_, answer, asksAgain, code, sentence) => {
    const { computer } = await usedComputer();
    expect(await logIn(computer, answer, code)).toContain(sentence);
    expect(Object.keys(await doneInCloud(computer))).toHaveLength(1);
    expect((await logIn(computer, async () => "n")).includes("[Y/n]")).toBe(asksAgain);
  });
});
