import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_SOURCES } from "@dailyleet/core";
import { openDatabase } from "@dailyleet/local";
import { describe, expect, it, onTestFinished } from "vitest";
import { ask, bearer, signIn } from "../local/support/server.ts";
import { cliEnvironment, serve, startCli } from "../support/cliProcess.ts";
import { runInProcess } from "../support/inProcess.ts";
import { resultOf, waitForOutput } from "../support/process.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { todayText } from "../support/today.ts";

const ROOT = join(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** As 'npm start -- OPTIONS' does: npm passes a signal to the shell alone. */
function startByNpm(home: string, [, ...options]: readonly string[]) {
  const PATH = `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`;
  const line = `${scripts.start} ${options.join(" ")}`;
  return spawn("sh", ["-c", line], { env: cliEnvironment(home, { PATH }), stdio: ["ignore", "pipe", "pipe"] });
}

describe("serve", () => {
  it.each([
    [["SIGINT"], startCli],
    [["SIGTERM"], startByNpm],
    // As with Ctrl-C under npm, which passes on what the terminal has sent already.
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

  it("follows the settings as they change, here and in the terminal, and keeps the last good ones", async () => {
    const [home, end] = [tempDirectory(), new AbortController()];
    const file = join(home, "dailyleet.json");
    const sources = DEFAULT_SOURCES.with(1, { name: "AtCoder", url: "https://atcoder.jp/" });
    const nothing = { list: null, plan: null, dayEndsAt: null, backups: null, accounts: {}, problems: false };
    const start = { ...nothing, "rest.weekdays": null, "rest.perMonth": null, sources: DEFAULT_SOURCES };
    const { code, stderr } = await runInProcess(home, ["serve", "--port", "0", "--open"], {
      interruption: () => end.signal,
      async start(_, [url = ""]) {
        const database = openDatabase(join(home, "dailyleet.db"));
        const headers = bearer(await signIn({ url, database }));
        database.close();
        const read = async (path: string) => (await ask("GET", `${url}/${path}`)).body;
        const post = (key: string, value: unknown) => ask("POST", `${url}/settings`, { key, value }, headers);
        expect(await read("settings")).toEqual({ version: 1, settings: start, fault: null });
        const changes: readonly [string, unknown][] = [
          ["list", "all"],
          ["plan", "2099-03-31"],
          ["dayEndsAt", "03:00"],
          ["rest.weekdays", "sat,sun"],
          ["rest.weekdays", ["sun"]],
          ["rest.perMonth", 2],
          ["backups", "~/Sync"],
          ["backups", false],
          ["source", { number: 2, name: "AtCoder", url: "https://atcoder.jp/" }],
          ["account", { site: "atcoder", name: "asha" }],
          ["account", { site: "leetcode", name: "asha" }],
          ["account", { site: "atcoder", name: null }],
          ["problems", true],
        ];
        for (const [key, value] of changes) expect([key, (await post(key, value)).status]).toEqual([key, 200]);
        const changed = {
          ...{ list: "all", plan: { until: "2099-03-31", from: todayText }, dayEndsAt: "03:00", backups: false },
          ...{ "rest.weekdays": ["sun"], "rest.perMonth": 2, sources, accounts: { leetcode: "asha" }, problems: true },
        };
        expect(await read("settings")).toEqual({ version: 1, settings: changed, fault: null });
        const rest = { weekdays: ["sun"], perMonth: 2 };
        const { list, plan, dayEndsAt } = changed;
        const served = { list, plan, dayEndsAt, rest, sources, accounts: ["leetcode"], problems: true, local: true };
        expect(await read("dailyleet.json")).toEqual(served);
        expect(await post("dayEndsAt", "9")).toMatchObject({
          status: 400,
          body: { error: { message: expect.stringMatching(/^'9' is not an end of a day; give .*\.$/) } },
        });
        const shapes: unknown[] = [{}, [{ toString: 1 }], { number: { toString: 1 } }, "\0", 0, "none none"];
        for (const key of ["sheet", "__proto__", "toString", "", 1, null, ["list"], "source", "account", "plan"]) {
          for (const value of shapes) {
            const { status } = await ask("POST", `${url}/settings`, { key, value }, headers);
            expect([key, value, status]).toEqual([key, value, 400]);
          }
        }
        expect((await post("source", { number: 2, name: null })).body).toMatchObject({
          settings: { sources: DEFAULT_SOURCES },
        });
        await runInProcess(home, ["config", "dayEndsAt", "04:00"]);
        expect(await read("dailyleet.json")).toMatchObject({ dayEndsAt: "04:00" });
        const whole = readFileSync(file, "utf8");
        for (const [text, fault] of [
          ["{", "not valid JSON"],
          ['{"firebase":{"apiKey":"k","authDomain":"a.b","projectId":"p"}}', "has a 'firebase' section"],
        ] as const) {
          writeFileSync(file, text);
          expect(await read("dailyleet.json")).toMatchObject({ dayEndsAt: "04:00" });
          expect(await read("settings")).toMatchObject({ fault: expect.stringContaining(fault) });
        }
        writeFileSync(file, whole.replace("04:00", "05:00"));
        expect(await read("settings")).toMatchObject({ fault: null, settings: { dayEndsAt: "05:00" } });
        for (const key of ["dayEndsAt", "rest.weekdays", "rest.perMonth", "backups", "list", "plan", "problems"]) {
          await post(key, null);
        }
        await post("account", { site: "leetcode", name: null });
        expect(await read("settings")).toEqual({ version: 1, settings: start, fault: null });
        setImmediate(() => end.abort());
        return true;
      },
    });
    expect([code, readFileSync(file, "utf8")]).toEqual([0, "{}\n"]);
    const told = stderr.split("\n").map((line) => /not valid JSON|'firebase' section|^$/.exec(line)?.[0]);
    expect(told).toEqual(["not valid JSON", "'firebase' section", ""]);
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
