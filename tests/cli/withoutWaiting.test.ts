import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { booleanValue, mapValue, openPath, SHARED_DAY } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { createNodeNetwork } from "../../packages/cli/src/cloud/network.ts";
import { todayNumber } from "../support/today.ts";
import { type Computer, startDesktop, startTestCloud, type TestCloud } from "./support/cloud.ts";
import { startCountingProxy } from "./support/countingProxy.ts";
import { localHome } from "./support/localHome.ts";

const WAITING =
  "dailyleet: Not in the cloud yet. The change is saved on this computer and will be sent with the next command.\n";

const setWaiting = ({ directory }: Pick<Computer, "directory">, waitForCloud: boolean) => {
  const file = join(directory, "dailyleet.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), waitForCloud }));
};

const isCommit = (url: string) => url.endsWith(":commit");

/**
 * Runs in this process with enough time for each answer, however busy the machine is. A commit's request is aborted
 * after `arrived`.
 */
async function runPatiently(computer: Computer, args: readonly string[], arrived?: Promise<void>) {
  const { transport } = createNodeNetwork();
  const { stderr, ...result } = await computer.run(args, {
    async transport(request) {
      const answer = transport({ ...request, timeoutMs: 60_000 });
      if (!arrived || !isCommit(request.url)) return answer;
      answer.catch(() => {});
      await arrived;
      throw new Error("No answer.");
    },
  });
  return { ...result, stderr: news(stderr) };
}

/** Stderr without the notices about emulators and about a shared day. */
const news = (stderr: string) =>
  stderr.replace(/^dailyleet: \w+_HOST is set: .*\n/gm, "").replace(`dailyleet: ${SHARED_DAY}\n`, "");

const daysOf = async ({ uid, read }: TestCloud) => {
  const { year, ...days } = (await read(openPath(uid))) ?? {};
  return days;
};

describe("a change that does not wait for the cloud", () => {
  it("is answered while the server says nothing, and is there once after the next command", async () => {
    const cloud = await startTestCloud();
    let isSilent = true;
    const proxy = await startCountingProxy(cloud.port, () => isSilent);
    const desktop = await cloud.signedIn({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
    const ticked = await desktop.run(["tick", "2", "--no-wait", "--json"]);
    expect([ticked.code, news(ticked.stderr)]).toEqual([0, WAITING]);
    expect(JSON.parse(ticked.stdout)).toMatchObject({
      changes: [{ source: 2, done: true, was: false }],
      saved: "pending",
    });
    const marked = await desktop.run(["mark", "8", "solved", "--no-wait", "--json"]);
    expect([marked.code, JSON.parse(marked.stdout).saved]).toEqual([0, "pending"]);
    expect(await cloud.read(openPath(cloud.uid))).toBe(null);
    isSilent = false;
    expect((await desktop.run(["sync"])).stdout).toBe("2 sent, 0 waiting, 0 refused\n");
    expect(await daysOf(cloud)).toEqual({ [todayNumber]: mapValue({ 2: booleanValue(true) }) });
    const commits = proxy.requests.filter((name) => name === ":commit").length;
    expect((await desktop.run(["tick", "2"])).stdout).toMatch(/: already Done\n$/);
    expect(proxy.requests.filter((name) => name === ":commit")).toHaveLength(commits);
  });

  it("that did arrive, though its answer came too late, is neither made twice nor in the way of undo", async () => {
    const cloud = await startTestCloud();
    const [arrived, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const proxy = await startCountingProxy(cloud.port, undefined, async (url) => {
      if (!isCommit(url)) return;
      arrived.resolve();
      await end.promise;
    });
    const desktop = await cloud.signedIn({ env: { FIRESTORE_EMULATOR_HOST: proxy.host } });
    const ticked = await runPatiently(desktop, ["tick", "3", "--no-wait", "--json"], arrived.promise);
    expect([ticked.stderr, JSON.parse(ticked.stdout).saved]).toEqual([WAITING, "pending"]);
    expect(await daysOf(cloud)).toEqual({ [todayNumber]: mapValue({ 3: booleanValue(true) }) });
    end.resolve();
    const undone = await desktop.run(["undo", "--json"]);
    expect([undone.stderr, JSON.parse(undone.stdout)]).toMatchObject([
      "",
      { changes: [{ source: 3, done: false, was: true }], saved: "cloud" },
    ]);
    expect(await daysOf(cloud)).toEqual({ [todayNumber]: mapValue({ 3: booleanValue(false) }) });
    expect((await desktop.run(["redo", "--json"])).stdout).toContain('"done":true,"was":false');
    expect((await desktop.run(["sync"])).stdout).toBe("0 sent, 0 waiting, 0 refused\n");
  });

  it("is saved in the cloud at once where that answers", async () => {
    const { desktop } = await startDesktop();
    const { stderr, stdout } = await runPatiently(desktop, ["tick", "1", "--no-wait", "--json"]);
    expect([stderr, JSON.parse(stdout).saved]).toEqual(["", "cloud"]);
  });

  it("asks no request and makes no pause longer than 300 ms, by the option or by the configuration", async () => {
    const { desktop } = await startDesktop();
    const longest = async (...options: string[]) => {
      const times: number[] = [];
      const { code } = await desktop.run(["tick", "1", "--json", ...options], {
        transport: async ({ timeoutMs }) => {
          times.push(timeoutMs);
          throw new Error("no network");
        },
        wait: async (ms) => void times.push(ms),
      });
      expect(code).toBe(0);
      return Math.max(...times);
    };
    expect(await longest("--no-wait")).toBeLessThanOrEqual(300);
    expect(await longest()).toBeGreaterThan(300);
    setWaiting(desktop, false);
    expect(await longest()).toBeLessThanOrEqual(300);
    expect((await desktop.run(["config"])).stdout).toMatch(/^waitForCloud +off \(this computer's; default on\)$/m);
  });

  it("is as any other in local mode", async () => {
    const home = localHome();
    expect(await home.json(["tick", "1", "--no-wait"])).toMatchObject({ saved: "local" });
    expect(await home.json(["mark", "8", "easy", "--no-wait"])).toMatchObject({ saved: "local" });
    writeFileSync(join(home.directory, "dailyleet.json"), "{}");
    setWaiting(home, false);
    expect(await home.json(["untick", "1"])).toMatchObject({ saved: "local" });
  });
});
