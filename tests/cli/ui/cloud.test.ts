import { expect, it } from "vitest";
import { doneIn } from "../../support/cliProcess.ts";
import { startDesktop, startTestCloud } from "../support/cloud.ts";
import { describeInTmux, openTerminal } from "../support/tmux.ts";

describeInTmux("in cloud mode", () => {
  it("what cannot be sent is said, kept, and sent by the next key", async () => {
    const { cloud, desktop: computer } = await startDesktop();
    const { type, until, left } = openTerminal(computer.directory, 80, 24, computer.env);
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
    const { code, screen, isAlternate } = await openTerminal(computer.directory, 120, 24, computer.env).left();
    expect([code, isAlternate]).toEqual([4, false]);
    expect(screen).toContain("dailyleet: Nobody is signed in;");
  });
});
