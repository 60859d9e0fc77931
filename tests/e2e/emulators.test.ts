import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayHeading } from "@dailyleet/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { preloaded } from "../support/preload.ts";
import { waitForOutput } from "../support/process.ts";
import { todayNumber } from "../support/today.ts";
import { openPage, signInByWindow, tickButton, useBrowser, waitForSaved } from "./support/browser.ts";

const ROOT = join(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/deploy.md"), "utf8").split("## Try it all on your computer first")[1] ?? "";
/** The commands of the guide for the first and the second terminal. */
const [START = "", SECOND = ""] = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].map(([, lines]) => lines);

/** The server uses the same fixed day as the page. */
const ENV = { ...process.env, ...preloaded(["serverClock"]) };
const stage = useBrowser();
let emulators: ChildProcess;
let said = "";
const parent = mkdtempSync(join(tmpdir(), "dailyleet-emulators-"));
const directory = join(parent, "emulators");

const port = () => /http:\/\/localhost:(\d+)/.exec(said)?.[1] ?? "";
const elsewhere = (lines: string) => lines.replaceAll(".emulators/", `${directory}/`).replaceAll("4750", port());

beforeAll(async () => {
  const [command = "", ...args] = [...START.trim().split(" "), "--", "--port", "0", "--directory", directory];
  emulators = spawn(command, args, { cwd: ROOT, env: ENV, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  said = (await waitForOutput(emulators, /Ctrl-C ends all of it/)).input;
  if (!said.includes("Google's emulator"))
    console.warn("\n*** SKIPPED: the guide's emulators on Google's Firestore.\n");
});
afterAll(async () => {
  if (emulators.exitCode === null && emulators.signalCode === null && emulators.pid)
    process.kill(-emulators.pid, "SIGKILL");
  rmSync(parent, { recursive: true, force: true });
});

it("the guide's lines, word by word, sign a terminal and the site in to one database with the rules", async () => {
  expect([START, SECOND]).toEqual([expect.stringContaining("npm run"), expect.stringContaining("dailyleet login")]);
  const terminal = spawn("bash", ["-ec", elsewhere(SECOND)], {
    cwd: ROOT,
    env: ENV,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(terminal, "close");
  let answer = "";
  terminal.stdout?.on("data", (text) => (answer += text));
  const [, address = "", code = ""] = await waitForOutput(terminal, /^ {2}(http\S+)\n.*\n {2}(\S+)$/m);
  expect(address).toBe(`http://localhost:${port()}/device`);
  const { page: device, problems } = await openPage(stage.browser, ["localhost"]);
  await device.goto(address);
  await device.getByLabel("The code that the terminal shows").fill(code.toLowerCase());
  await device.getByRole("button", { name: "Sign in as Asha" }).click();
  await device.getByText("The terminal goes on by itself").waitFor();
  expect([await ended, problems]).toEqual([[0, null], []]);
  expect(answer).toMatch(/^Signed in as .*\nGeeksforGeeks, .*: Done \(was Untried\)\n$/);

  const watched = await openPage(stage.browser, ["localhost"]);
  await signInByWindow(watched, `http://localhost:${port()}`, "Asha");
  const today = dayHeading(todayNumber);
  await tickButton(watched.page, `${today}, GeeksforGeeks`, "Done").waitFor();
  await tickButton(watched.page, `${today}, LeetCode`, "Untried").click();
  await waitForSaved(watched.page);
  expect([watched.problems, watched.foreign]).toEqual([[], []]);
  const shown = spawn("bash", ["-ec", elsewhere(`${SECOND.split("\n")[0]}\nnpx dailyleet today --json`)], {
    cwd: ROOT,
    env: ENV,
  });
  await waitForOutput(shown, /"source":1,[^}]*"done":true.*"source":3,[^}]*"done":true/);
});

it("Ctrl-C ends them and deletes what was written", async () => {
  expect(existsSync(join(directory, "env"))).toBe(true);
  const ended = once(emulators, "close");
  if (emulators.pid) process.kill(-emulators.pid, "SIGINT");
  await ended;
  expect(existsSync(directory)).toBe(false);
});
