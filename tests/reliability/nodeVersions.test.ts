import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import type { NodeVersionResult } from "../../scripts/nodeVersions.ts";
import { startTestCloud } from "../cli/support/cloud.ts";
import { launch, openPage, signInByWindow, waitForSaved } from "../e2e/support/browser.ts";
import { type Program, runCli, serve } from "../support/cliProcess.ts";
import { startProxiedSite } from "../support/connectProxy.ts";
import { isLong } from "../support/long.ts";
import {
  availableNodes,
  CONTRACT,
  ENGINES,
  endsOfLines,
  getNode,
  installGlobally,
  type PromisedNode,
  packInto,
  runContract,
} from "./support/nodeVersions.ts";

const LARGEST_PACKAGE = 2_700_000;
const available = await availableNodes();
if (available === null) console.warn("\n*** SKIPPED: other versions of Node. The npm registry does not answer.\n");

/** The program as it is published, installed in an empty folder. */
const folder = mkdtempSync(join(tmpdir(), "dailyleet-packed-"));
let packages: string;
let launcher: string;
const browser = process.env.CHROMIUM ? await launch() : null;
if (browser === null) console.warn("\n*** SKIPPED: the installed page in a browser. CHROMIUM names none.\n");
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeAll(async () => {
  packages = await installGlobally(join(folder, "prefix"), await packInto(folder));
  launcher = join(packages, "dailyleet/bin/dailyleet.cjs");
});

it("is one package of at most 2.7 MB, with nothing in it that is not for its user", () => {
  expect(readdirSync(packages).filter((name) => !name.startsWith("."))).toEqual(["dailyleet"]);
  const own = join(packages, "dailyleet");
  expect(readdirSync(own).sort()).toEqual(["LICENSE", "README.md", "bin", "dist", "package.json"]);
  const files = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(LARGEST_PACKAGE);
  expect(globSync("**/{node_modules,*.map,*.ts,dailyleet.json}", { cwd: own })).toEqual([]);
});

it("signs in from there, with all that the check of a sign-in needs", async () => {
  const computer = (await startTestCloud()).computer();
  const program = { node: process.execPath, launcher, cwd: computer.directory };
  const { code, stdout } = await runCli(computer.directory, ["login"], computer.env, program);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Signed in as \S+\.\n$/)]);
});

const given = {
  version: 1,
  years: { 2020: { 1: { 1: true, 5: true } } },
  practice: { "leetcode.com/problems/two-sum": { "2020-01-01": 3 } },
};

/**
 * The steps run in this order on the program's own home. A step returns its result if that is not plain success. No
 * step may print anything on stderr that is not named here.
 */
const STEPS: Readonly<Record<string, (program: Program, home: string) => Promise<unknown>>> = {
  async contract({ node }) {
    // This test run itself covers its own Node.
    if (node !== process.execPath) await runContract(node);
  },

  async tick(program, home) {
    const { changes, saved } = JSON.parse(await answer(program, home, ["tick", "1", "3", "--json"]));
    expect(changes).toMatchObject([1, 3].map((source) => ({ source, done: true, was: false })));
    expect(saved).toBe("local");
    expect(JSON.parse(await answer(program, home, ["today", "--json"])).sources[2].done).toBe(true);
  },

  async undo(program, home) {
    await answer(program, home, ["undo"]);
    expect(JSON.parse(await answer(program, home, ["export"])).years).toEqual({});
  },

  async import(program, home) {
    const file = join(home, "given.json");
    writeFileSync(file, JSON.stringify(given));
    await answer(program, home, ["import", file], /^dailyleet: Saved a backup to .*\.\n$/);
    expect(JSON.parse(await answer(program, home, ["export"]))).toMatchObject(given);
  },

  async questions(program, home) {
    expect(JSON.parse(await answer(program, home, ["questions", "--json"])).questions).toHaveLength(75);
    expect(await answer(program, home, ["completion", "bash"])).toContain("complete -F");
  },

  async serve(program, home) {
    const server = await serve(home, OWN_HOME, program);
    const page = await fetch(server.url).then((response) => response.text());
    const [, script] = /<link rel="modulepreload" href="([^"]+)"/.exec(page) ?? [];
    const { status, headers } = await fetch(`${server.url}${script}`);
    const config = await fetch(`${server.url}/dailyleet.json`).then((response) => response.json());
    expect([await server.stop(), server.stderr()]).toEqual([0, ""]);
    expect(page).toContain("<title>dailyleet ·");
    expect([status, headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(config).toMatchObject({ local: true });
  },

  async proxy(program, home) {
    const { env, asked, stop } = await startProxiedSite(home);
    const { code, stderr } = await runCli(home, ["login", "https://tracker.example"], { ...OWN_HOME, ...env }, program);
    expect([code, stderr]).toEqual([1, expect.stringContaining("tracker.example runs in local mode")]);
    stop();
    expect(asked.map(({ host }) => host)).toEqual(["tracker.example:443"]);
  },

  async page(program, home) {
    if (browser === null) return "SKIPPED";
    const server = await serve(home, OWN_HOME, program);
    const watched = await openPage(browser, ["localhost"]);
    await signInByWindow(watched, server.url);
    await watched.page.locator(".day[aria-current] button[aria-pressed]").nth(4).click();
    await waitForSaved(watched.page);
    expect([watched.problems, watched.foreign]).toEqual([[], []]);
    await watched.context.close();
    expect([await server.stop(), server.stderr()]).toEqual([0, ""]);
    expect(JSON.parse(await answer(program, home, ["today", "--json"])).sources[4].done).toBe(true);
  },
};

const OWN_HOME = { DAILYLEET_HOME: undefined };

async function answer(program: Program, home: string, args: readonly string[], stderr = /^$/): Promise<string> {
  const result = await runCli(home, args, OWN_HOME, program);
  expect([args, result.code]).toEqual([args, 0]);
  expect(result.stderr).toMatch(stderr);
  return result.stdout;
}

/** Runs all steps and records the result of each for the table at the end of the run. */
async function tryOut({ line, end, version }: PromisedNode, { task, skip }: TestContext): Promise<void> {
  const steps: Record<string, string> = {};
  const result: NodeVersionResult = { version: version ?? `${line}, ${end}`, steps };
  task.meta.nodeVersion = result;
  const node = available && version && (await getNode(version).catch(() => null));
  for (const name of Object.keys(STEPS)) steps[name] = node ? "not run" : "SKIPPED";
  if (!node) return skip(`npm has no Node ${version ?? `${line} (${end})`} for this machine`);
  const home = join(folder, `home-${version}`);
  mkdirSync(home);
  for (const [name, step] of Object.entries(STEPS)) {
    steps[name] = "FAILED";
    const outcome = await step({ node, launcher, cwd: home }, home);
    steps[name] = outcome === undefined ? "ok" : String(outcome);
  }
}

describe(`the packed program on the versions of Node that it promises, ${ENGINES}`, () => {
  const ends = endsOfLines(ENGINES, available);
  const outermost = [...ends.slice(0, 1), ...ends.slice(-1)];
  it.concurrent.for(isLong ? ends : outermost)("$line, the $end: $version", tryOut);
});

it("the contract's files are there", () => {
  expect(CONTRACT.filter((file) => !existsSync(join(import.meta.dirname, "../..", file)))).toEqual([]);
});

it("the ends of the lines come from what is promised and from what there is", () => {
  const available = ["22.12.0", "22.13.0", "22.14.1", "23.1.0", "26.0.0", "26.2.0", "27.0.1"];
  const versions = (range: string, of: string[] | null) => endsOfLines(range, of).map(({ version }) => version);
  expect(versions("^22.13 || >=26", available)).toEqual(["22.13.0", "22.14.1", "26.0.0", "26.2.0", "27.0.1", "27.0.1"]);
  expect(versions("^22.13 || >=26", null)).toEqual(["22.13.0", null, "26.0.0", null]);
  expect(() => versions("^24", available)).toThrow("no version");
  expect(() => versions("22.x", available)).toThrow("22.x");
});
