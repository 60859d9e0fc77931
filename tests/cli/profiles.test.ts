import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { todayText } from "../support/today.ts";
import { exportIn, ownerless, timedBackups } from "./support/backups.ts";
import { type Home, refusal } from "./support/home.ts";
import { localHome as homeInProcess } from "./support/localHome.ts";

/** A home whose commands run in this process; `typed` is the person's reply to every question. */
function localHome(typed: string | false | null = null): Home & { readonly asked: string[] } {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return typed;
  };
  return { ...homeInProcess({ ask }), asked };
}

describe("profiles", () => {
  it("are listed, added and renamed, and their ticks stay with the person", async () => {
    const home = localHome();
    expect(await home.out(["profiles"])).toBe("You (active)\n");
    expect(await home.out(["profiles", "add", "Asha"])).toBe("Added profile Asha. To use it: --profile Asha\n");
    await home.out(["tick", "3", "--profile", "asha"]);
    expect(await home.out(["profiles", "rename", "ASHA", "Ravi K."])).toBe("Renamed profile Asha to Ravi K..\n");
    expect(await home.out(["profiles"])).toBe("You (active)\nRavi K.\n");
    expect(await home.out(["tick", "3", "--profile", "Ravi K."])).toBe(`GeeksforGeeks, ${todayText}: already Done\n`);
    expect(await home.out(["profiles", "--profile", "ravi k."])).toBe("You\nRavi K. (active)\n");
    const [you, ravi] = ["You", "Ravi K."].map((name) => ({ uid: expect.stringMatching(/^[0-9a-f]{28}$/), name }));
    const document = { version: 1, mode: "local", profiles: [you, ravi], unsent: 0 };
    expect(await home.json(["profiles"])).toEqual({ ...document, active: you });
    expect(await home.json(["profiles", "--profile", "Ravi K."])).toEqual({ ...document, active: ravi });
    const { stdout } = await home.run(["profiles", "rename", "Ravi K.", "Ravi", "--profile", "Ravi K."]);
    expect(stdout).toBe("Renamed profile Ravi K. to Ravi.\n");
  });

  it("are removed after a yes, with a backup that import reads", async () => {
    const home = localHome("y");
    await home.out(["profiles", "add", "Asha"]);
    await home.out(["tick", "1-3", "--profile", "Asha"]);
    await home.out(["mark", "1", "solved", "--profile", "Asha"]);
    const before = await home.out(["export", "--profile", "Asha"]);
    const { code, stdout, stderr } = await home.run(["profiles", "remove", "Asha"]);
    expect(home.asked).toEqual(["Remove profile Asha with 3 ticks and 1 mark? A backup is saved first. [y/N] "]);
    const [copy = ""] = timedBackups(home.directory);
    const file = join(home.directory, "backups", copy);
    expect([code, stdout, stderr]).toEqual([0, "Removed profile Asha.\n", `dailyleet: Saved a backup to ${file}.\n`]);
    expect(exportIn(file)).toBe(before);
    expect(await home.out(["profiles"])).toBe("You (active)\n");
    await home.run(["import", file, "--from", "Asha"]);
    expect(ownerless(await home.out(["export"]))).toBe(ownerless(before));
  });

  it.each(["", "n", "nope", false] as const)("stay after the answer '%s', also the end of the input", async (typed) => {
    const home = localHome(typed);
    await home.out(["profiles", "add", "Asha"]);
    expect(await home.out(["profiles", "remove", "Asha"])).toBe("Nothing was removed.\n");
    expect(await home.out(["profiles"])).toBe("You (active)\nAsha\n");
  });

  it("are removed without a question by --yes, and the next one takes the place of the first", async () => {
    const home = localHome();
    await home.out(["profiles", "add", "Asha"]);
    const { stdout } = await home.run(["profiles", "remove", "You", "--yes", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, profiles: [{ name: "Asha" }] });
    expect(home.asked).toEqual([]);
    expect(await home.out(["profiles"])).toBe("Asha (active)\n");
  });

  it.each([
    [["add"], "'dailyleet profiles add' needs one name."],
    [["add", "Asha", "K."], "'dailyleet profiles add' needs one name; put a name with spaces in quotation marks."],
    [["rename", "You"], "'dailyleet profiles rename' needs the old name and the new one."],
    [["add", "you"], "There is already a profile 'You'; choose another name."],
    [["rename", "You", "\u202e"], "A profile name is 1 to 40 visible characters on one line; choose another."],
    [["remove", "Bob"], "There is no profile 'Bob'; use You, Asha, or add it with 'dailyleet profiles add'."],
    [["remove", "Asha"], "Not a terminal; pass --yes to remove."],
    [["remove", "Asha", "--json"], "--json asks nothing; pass --yes to remove."],
    [
      ["delete", "Asha"],
      "'delete' isn't an action. Allowed choices are add, rename, remove; any command takes --profile NAME; see 'dailyleet profiles --help'.",
    ],
  ])("%j is refused with a sentence and changes nothing", async (args, sentence) => {
    const home = localHome();
    await home.out(["profiles", "add", "Asha"]);
    expect(await refusal(home, ["profiles", ...args])).toEqual([2, sentence]);
    expect(await home.out(["profiles"])).toBe("You (active)\nAsha\n");
  });

  it("leave one", async () => {
    const home = localHome("y");
    const sentence = "You is the only profile; add another one first, or rename this one.";
    expect(await refusal(home, ["profiles", "remove", "You"])).toEqual([2, sentence]);
    expect(home.asked).toEqual([]);
  });

  it("are changed in local mode alone", async () => {
    const home = localHome();
    const firebase = { apiKey: "k", authDomain: "p.firebaseapp.com", projectId: "p" };
    writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ firebase }));
    const sentence =
      "Profiles are for local mode, and this computer is in cloud mode; 'dailyleet logout --leave' switches back.";
    for (const args of [
      ["add", "Asha"],
      ["remove", "You", "--yes"],
    ]) {
      expect(await refusal(home, ["profiles", ...args])).toEqual([2, sentence]);
    }
  });
});
