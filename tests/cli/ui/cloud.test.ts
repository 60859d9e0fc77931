import { afterEach, describe, expect, it } from "vitest";
import { doneIn } from "../../support/cliProcess.ts";
import { startDesk, startTestCloud } from "../support/cloud.ts";
import { hasTmux, openTerminal, type Terminal } from "../support/tmux.ts";

if (!hasTmux) console.warn("\n*** SKIPPED: 'dailyleet ui' in cloud mode. tmux is not installed.\n");

describe.skipIf(!hasTmux)("in cloud mode", () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.stop());

  it("what cannot be sent is said, kept, and sent by the next key", async () => {
    const { cloud, desk: computer } = await startDesk();
    terminal = openTerminal(computer.directory, 80, 24, computer.env);
    const { type, until, left } = terminal;
    await until((screen) => screen.includes("q quit"));
    await cloud.goOffline();
    type("1");
    const offline = await until((screen) => screen.includes("LeetCode       Done"));
    expect(offline.replaceAll(/\s+/g, " ")).toContain("saved on this computer and will be sent with the next command.");
    await cloud.goOnline();
    type("2");
    const online = await until((screen) => screen.includes("Code360        Done"));
    expect(online).toContain("Done (was Untried).");
    expect(online).not.toContain("kept on this computer");
    type("q");
    expect(await left()).toMatchObject({ code: 0, isAlternate: false });
    const other = await cloud.signedIn();
    expect(doneIn((await other.run(["today", "--json"])).stdout)).toEqual([1, 2]);
  });

  it("nobody signed in is said before the screen is taken", async () => {
    const computer = (await startTestCloud()).computer();
    terminal = openTerminal(computer.directory, 120, 24, computer.env);
    const { code, screen, isAlternate } = await terminal.left();
    expect([code, isAlternate]).toEqual([4, false]);
    expect(screen).toContain("dailyleet: Nobody is signed in;");
  });
});
