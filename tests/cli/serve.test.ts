import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { CLI, cliEnvironment, serve } from "../support/cliProcess.ts";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

describe("serve", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("prints one line when it is ready and ends with 0 on %s", async (signal) => {
    const child = spawn(process.execPath, [CLI, "serve", "--port", "0"], {
      env: cliEnvironment(tempDirectory()),
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let [stdout, stderr] = ["", ""];
    child.stderr.on("data", (text) => (stderr += text));
    const ready = new Promise((resolve) => {
      child.stdout.on("data", (text) => {
        stdout += text;
        if (stdout.includes("\n")) resolve(stdout);
      });
    });
    await ready;
    const page = await fetch(stdout.trim());
    expect(page.status).toBe(200);
    expect(await (await fetch(`${stdout.trim()}/dailyleet.json`)).json()).toMatchObject({ local: true });
    child.kill(signal);
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^http:\/\/localhost:\d+\n$/);
    expect(stderr).toBe("");
  });

  it("ends at once although a browser keeps its connection open", async () => {
    const home = tempDirectory();
    const server = await serve(home);
    const response = await fetch(server.url, { headers: { connection: "keep-alive" } });
    await response.arrayBuffer();
    expect(await server.stop()).toBe(0);
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
});
