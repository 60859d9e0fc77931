import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { serve, startCli } from "../support/cliProcess.ts";
import { runInProcess } from "../support/inProcess.ts";
import { resultOf, waitForOutput } from "../support/process.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

describe("serve", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("prints one line when it is ready and ends with 0 on %s", async (signal) => {
    const child = startCli(tempDirectory(), ["serve", "--port", "0"]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = resultOf(child);
    const [, url = ""] = await waitForOutput(child, /(http:\/\/\S+)\n/);
    expect((await fetch(url)).status).toBe(200);
    expect(await (await fetch(`${url}/dailyleet.json`)).json()).toMatchObject({ local: true });
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, stdout: `${url}\n`, stderr: "" });
  });

  it("takes its port from the environment, and the flag before it", async () => {
    const home = tempDirectory();
    const server = await serve(home, { DAILYLEET_PORT: "1" });
    expect(server.url).not.toBe("http://localhost:1");
    await server.stop();
  });

  it.each([
    [true, ""],
    [false, "dailyleet: Can't start a browser; open the address above yourself.\n"],
  ])("shows the page on --open, once it is there, and serves on whether that works (%s)", async (works, said) => {
    const end = new AbortController();
    const opened: unknown[] = [];
    const result = await runInProcess(tempDirectory(), ["serve", "--port", "0", "--open"], {
      platform: "linux",
      interruption: () => end.signal,
      start: async (program, [address = ""]) => {
        opened.push([program, address, (await fetch(address)).status]);
        setImmediate(async () => {
          opened.push((await fetch(address)).status);
          end.abort();
        });
        return works;
      },
    });
    expect(result).toEqual({ code: 0, stdout: expect.stringMatching(/^http:\/\/localhost:\d+\n$/), stderr: said });
    expect(opened).toEqual([["xdg-open", result.stdout.trim(), 200], 200]);
  });

  it("says once that its database is gone, and the page each time", async () => {
    const [home, end] = [tempDirectory(), new AbortController()];
    const notices: unknown[] = [];
    const { stderr } = await runInProcess(home, ["serve", "--port", "0", "--open"], {
      interruption: () => end.signal,
      start: async (_, [address = ""]) => {
        const ask = async () => notices.push((await (await fetch(`${address}/changes`)).json()).notice);
        await ask();
        for (const suffix of ["", "-wal", "-shm"]) rmSync(join(home, `dailyleet.db${suffix}`));
        await ask();
        await ask();
        setImmediate(() => end.abort());
        return true;
      },
    });
    const gone = "The database file is gone, and nothing is saved: stop the server, and run dailyleet restore";
    expect([stderr, notices]).toEqual([`dailyleet: ${gone}.\n`, [null, gone, gone]]);
  });
});
