import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFullProgram } from "../../packages/cli/src/program.ts";
import type { CommandContext } from "../../packages/cli/src/verb.ts";
import { commandReference } from "../../scripts/commandReference.ts";
import { startTestCloud } from "./support/cloud.ts";
import type { Home } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";
import { parseNotation, type Shape, shapeOf } from "./support/notation.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/json.md"), "utf8");

/** Verb, with an option if the option changes the output → the format that docs/json.md gives. */
const formats = new Map<string, string>();
for (const [, verbs = "", format = ""] of PAGE.matchAll(/^\| (`.*?`) \| `(.*?)`/gm)) {
  for (const verb of verbs.split(", ")) formats.set(verb.replaceAll("`", ""), format.replaceAll("\\|", "|"));
}

describe("the docs", () => {
  it("have the commands of the command table in the README, and all about them in docs/commands.md; 'node scripts/commandReference.ts' writes both", () => {
    const sections = commandReference();
    for (const { found, wanted } of sections) expect(found).toBe(wanted);
    expect(sections[0]?.wanted).toContain("  tick          mark");
    expect(sections[1]?.wanted).toContain("tick <source...> [--date <date>] [--no-wait]");
  });

  it("have the format of every verb that takes --json", () => {
    const { commands } = createFullProgram({ version: "" } as CommandContext);
    const verbs = commands.filter(({ options }) => options.some(({ long }) => long === "--json"));
    expect([...formats.keys()].sort()).toEqual(
      [
        ...verbs.map((verb) => verb.name()),
        "questions --check",
        "review --upcoming",
        "config KEY",
        "export FILE",
        "restore --list",
      ].sort(),
    );
  });
});

function expectDocumented(verb: string, stdout: string): void {
  const document = JSON.parse(stdout);
  const model = parseNotation(formats.get(verb) ?? "");
  expect([verb, shapeOf(document, model)]).toEqual([verb, model]);
  expect(Object.keys(document)).toEqual(Object.keys(model as Record<string, Shape>));
}

describe("the JSON that docs/json.md documents is what is printed by", () => {
  let home: Home;
  const file = () => join(home.directory, "given.json");

  it.each([
    ["today", []],
    ["tick", ["1"]],
    ["untick", ["1"]],
    ["undo", []],
    ["redo", []],
    ["status", []],
    ["stats", []],
    ["questions", []],
    ["questions --check", []],
    ["review", []],
    ["review --upcoming", []],
    ["plan", ["2099-12-31"]],
    ["mark", ["1", "solved"]],
    ["open", ["leetcode", "--print"]],
    ["config", []],
    ["sync", []],
    ["profiles", []],
    ["profiles", ["add", "Asha"]],
    ["doctor", []],
    ["import", ["given.json"]],
  ])("%s", async (verb, args) => {
    home = localHome();
    await home.run(["tick", "1", "2"]);
    if (verb === "redo") await home.run(["undo"]);
    writeFileSync(file(), JSON.stringify({ version: 1, years: { 2025: { 60: { 3: true } } } }));
    const given = args.map((arg) => (arg === "given.json" ? file() : arg));
    const { code, stdout } = await home.run([...verb.split(" "), ...given, "--json"]);
    expect(code).toBe(0);
    expectDocumented(verb, stdout);
  });

  it("the commands that write a file", async () => {
    home = localHome();
    expectDocumented("export FILE", await home.out(["export", join(home.directory, "ticks.json"), "--json"]));
    expectDocumented("deploy-files", await home.out(["deploy-files", join(home.directory, "site"), "--json"]));
  });

  it("config, with one setting that changes", async () => {
    home = localHome();
    expectDocumented("config KEY", await home.out(["config", "dayEndsAt", "03:00", "--json"]));
  });

  it("login and logout", async () => {
    const computer = (await startTestCloud()).computer();
    expectDocumented("login", (await computer.run(["login", "--json"])).stdout);
    expectDocumented("logout", (await computer.run(["logout", "--json"])).stdout);
  });

  it("export, whose keys are years, days and sources, questions and dates, settings and parts", async () => {
    home = localHome();
    await home.run(["tick", "3", "--date", "2025-11-20"]);
    await home.run(["mark", "1", "solved", "--date", "2025-11-20"]);
    await home.run(["config", "dayEndsAt", "03:00"]);
    const example = JSON.parse(
      (formats.get("export") ?? "").replace('"version"', '"version": 1').replaceAll("2026", "2025"),
    );
    const { profiles, ...exported } = await home.json(["export"]);
    expect({ ...exported, profiles: [] }).toEqual({ ...example, profiles: [] });
    expect(profiles).toEqual([{ ...example.profiles[0], uid: expect.any(String) }]);
  });
});
