import { describe, expect, it } from "vitest";
import { runCli } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { loadsOf } from "./support/loads.ts";

/** What only the network or the server needs; each costs a local command milliseconds. */
const HEAVY = ["http", "https", "http2", "tls", "net", "dns", "crypto", "child_process", "internal/deps/undici/undici"];

describe("what a command loads", () => {
  it("is for a local tick exactly these files and parts of Node", async () => {
    const home = tempDirectory();
    await runCli(home, ["tick", "1"]);
    const { files, builtins, node } = await loadsOf(home, ["tick", "3"]);
    expect(files).toEqual(["bin/dailyleet.cjs", "dist/main.cjs"]);
    expect(builtins).toEqual(["events", "fs", "path", "process", "sqlite", "util"]);
    expect(node.filter((name) => HEAVY.includes(name))).toEqual([]);
  });

  it.each([["status"], ["today"], ["untick", "3"]])("is the same for %s", async (...args) => {
    const home = tempDirectory();
    await runCli(home, ["tick", "1"]);
    const { files, node } = await loadsOf(home, args);
    expect(files).toEqual(["bin/dailyleet.cjs", "dist/main.cjs"]);
    expect(node.filter((name) => HEAVY.includes(name))).toEqual([]);
  });
});
