import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellKey } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { FAULTS } from "../client/support/faults.ts";
import { useCloud } from "./support/cloud.ts";
import { newDesk, WAITING } from "./support/desk.ts";
import { HURRY, itMeets, SENTENCE } from "./support/faultRows.ts";

const cloud = useCloud();

describe("a sign-in that goes wrong says so and leaves the one before as it was", () => {
  for (const [name, kind] of [
    ["asking for the code", "deviceCode"],
    ["polling", "poll"],
    ["Google's keys", "keys"],
    ["the exchange", "signIn"],
  ] as const) {
    itMeets(cloud, { name, kind }, async (desk) => {
      desk.google.start = { expires_in: 2 };
      const file = join(desk.directory, "credentials.json");
      const before = readFileSync(file, "utf8");
      const { code, stdout, stderr } = await desk.run(["login"], HURRY);
      expect(desk.server.met()).toBeGreaterThan(0);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/(^|\n)dailyleet: [^\n]+\.\n$/);
      expect(readFileSync(file, "utf8")).toBe(before);
      expect((await desk.outbox()).map(cellKey)).toEqual([cellKey(WAITING)]);
    });
  }

  it("and works when the trouble is over", async () => {
    const desk = await newDesk(cloud);
    const down = FAULTS.find(({ name }) => name === "HTML with 503");
    for (const kind of ["deviceCode", "poll", "keys", "signIn"] as const) {
      if (down) desk.server.break({ kind, reply: down.reply, times: 1 });
      expect(await desk.run(["login"], HURRY)).toMatchObject({ code: 0, stdout: `Signed in as ${desk.uid}.\n` });
      expect(desk.server.met()).toBe(1);
    }
    expect((await desk.run(["sync"])).stdout).toBe("1 sent, 0 waiting, 0 refused\n");
  });
});

describe("joining a site that misbehaves", () => {
  itMeets(cloud, { name: "its configuration", kind: "siteConfig" }, async (desk) => {
    const file = join(desk.directory, "dailyleet.json");
    const before = readFileSync(file, "utf8");
    const { code, stdout, stderr } = await desk.run(["login", desk.server.origin], HURRY);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(SENTENCE);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(existsSync(`${file}.before`)).toBe(false);
  });
});

describe("questions while the spreadsheet misbehaves", () => {
  const sheet = readFileSync(join(import.meta.dirname, "../../site/public/questions.gviz.txt"), "utf8");

  itMeets(cloud, { name: "no copy is there yet: the sheet", kind: "sheet" }, async (desk) => {
    const { code, stdout, stderr } = await desk.run(["questions", "--json"], HURRY);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(SENTENCE);
    expect(existsSync(join(desk.directory, "questions.json"))).toBe(false);
  });

  itMeets(cloud, { name: "an old copy is there: the sheet", kind: "sheet" }, async (desk) => {
    const file = join(desk.directory, "questions.json");
    const copy = JSON.stringify({
      url: `${desk.server.origin}/sheet`,
      downloaded: Date.now() - 86_400_000,
      text: sheet,
    });
    writeFileSync(file, copy, { mode: 0o600 });
    const { code, stdout, stderr } = await desk.run(["questions", "--json"], HURRY);
    expect([code, JSON.parse(stdout).questions.length]).toEqual([0, 75]);
    expect(stderr).toMatch(/^dailyleet: [^\n]+ Showing the questions as of \S+\.\n$/);
    expect(readFileSync(file, "utf8")).toBe(copy);
  });
});
