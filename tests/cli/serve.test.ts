import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ask } from "../local/support/server.ts";
import { cliEnvironment, serve, startCli } from "../support/cliProcess.ts";
import { runInProcess } from "../support/inProcess.ts";
import { resultOf, waitForOutput } from "../support/process.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

const ROOT = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** Starts the server as 'npm start -- OPTIONS' does, through a shell; npm signals only that shell. */
function startByNpm(home: string, [, ...options]: readonly string[]) {
  const PATH = `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`;
  const line = `${scripts.start} ${options.join(" ")}`;
  return spawn("sh", ["-c", line], { env: cliEnvironment(home, { PATH }), stdio: ["ignore", "pipe", "pipe"] });
}

describe("serve", () => {
  it.each([
    [["SIGINT"], startCli],
    [["SIGTERM"], startByNpm],
    // Ctrl-C under npm: the terminal sends a signal to the whole group, then npm passes on another.
    [["SIGINT", "SIGTERM"], startCli],
  ] as const)("prints one line when it is ready and ends with 0 on %j", async (signals, start) => {
    const child = start(tempDirectory(), ["serve", "--port", "0"]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = resultOf(child);
    const [, url = ""] = await waitForOutput(child, /(http:\/\/\S+)\n/);
    expect((await fetch(url)).status).toBe(200);
    expect(await (await fetch(`${url}/dailyleet.json`)).json()).toMatchObject({ local: true });
    for (const signal of signals) child.kill(signal);
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

  it("follows the configuration as it changes, keeps the last good one, and says once what is wrong", async () => {
    const [home, end] = [tempDirectory(), new AbortController()];
    const file = join(home, "dailyleet.json");
    const { code, stderr } = await runInProcess(home, ["serve", "--port", "0", "--open"], {
      interruption: () => end.signal,
      async start(_, [url = ""]) {
        const read = async () => (await ask("GET", `${url}/dailyleet.json`)).body;
        expect(await read()).toEqual({ local: true });
        writeFileSync(file, '{"list":"all"}');
        expect(await read()).toEqual({ list: "all", local: true });
        for (const [text, fault] of [
          ["{", "not valid JSON"],
          ['{"firebase":{"apiKey":"k","authDomain":"a.b","projectId":"p"}}', "has a 'firebase' section"],
        ] as const) {
          writeFileSync(file, text);
          for (let time = 0; time < 2; time++) {
            expect(await read()).toEqual({ list: "all", local: true, fault: expect.stringContaining(fault) });
          }
        }
        writeFileSync(file, '{"list":"neetcode150"}');
        expect(await read()).toEqual({ list: "neetcode150", local: true });
        setImmediate(() => end.abort());
        return true;
      },
    });
    const told = stderr.split("\n").map((line) => /not valid JSON|'firebase' section|^$/.exec(line)?.[0]);
    expect([code, told]).toEqual([0, ["not valid JSON", "'firebase' section", ""]]);
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
