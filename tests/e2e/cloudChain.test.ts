import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFirestore, createHttp, refreshIdToken } from "@dailyleet/client";
import { booleanValue, closedPath, LOCAL_PROJECT_ID, openPath } from "@dailyleet/core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createNodeNetwork } from "../../packages/cli/src/cloud/network.ts";
import { CLIENT, startGoogleStandIn } from "../cli/support/googleStandIn.ts";
import { type OidcServer, startOidcServer } from "../client/support/oidcServer.ts";
import { runCli } from "../support/cliProcess.ts";
import { type Emulator, startEmulator } from "../support/emulator.ts";
import { isLong } from "../support/long.ts";
import { preloaded } from "../support/preload.ts";
import { today } from "../support/today.ts";
import { barButton, tickButton, useBrowser, waitForSaved } from "./support/browser.ts";
import { startCloudProject } from "./support/cloudProject.ts";
import { type CloudStage, openSignedIn } from "./support/cloudSite.ts";
import { startLogin } from "./support/deviceLogin.ts";
import { CLOUD_CONFIG } from "./support/googleServices.ts";
import { startHosting } from "./support/hosting.ts";

const DAY_MS = 86_400_000;
const DATE = `${today.year}-03-05`;
const base = mkdtempSync(join(tmpdir(), "dailyleet-chain-"));
const stage = useBrowser() as { -readonly [K in keyof CloudStage]: CloudStage[K] };
let independent: OidcServer;
let emulator: Emulator | null;

beforeAll(async () => {
  // The short run uses the embedded server; tests/rules shows that its rules decide as Firestore's do.
  emulator = isLong ? await startEmulator("The chain from device login to the site with Firestore's own rules") : null;
  // The provider logs long warnings that its defaults are for development.
  for (const method of ["info", "warn"] as const) vi.spyOn(console, method).mockReturnValue();
  independent = await startOidcServer();
  stage.google = await startGoogleStandIn("ben");
  stage.project = await startCloudProject([independent.origin, `http://${stage.google.host}`], emulator);
});
afterAll(async () => {
  vi.restoreAllMocks();
  for (const server of [stage.project, stage.google, independent, emulator]) await server?.stop();
  rmSync(base, { recursive: true, force: true });
});

it("goes from a device login over a tick in the terminal to the site of the same person, and back", async () => {
  const ann = await terminalOf("ann");
  const ticked = await ann("tick", "3", "--date", DATE);
  expect(ticked).toMatchObject({ saved: "cloud", changes: [{ source: 3, done: true, was: false }] });

  const { page, problems, foreign } = await openSignedIn(stage, "ann");
  await tickButton(page, "March 5, GeeksforGeeks", "Done").waitFor();
  await tickButton(page, "March 5, CodeChef", "Untried").click();
  await waitForSaved(page);
  expect(doneOf(await ann("today", "--date", DATE))).toEqual([false, false, true, false, true]);

  await ann("untick", "3", "--date", DATE);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await tickButton(page, "March 5, GeeksforGeeks", "Untried").waitFor();
  expect([problems, foreign]).toEqual([[], []]);
});

it("names the same questions as due on a later day, wherever and however they were marked", async () => {
  const ann = await terminalOf("ann");
  const then = Date.now() - 40 * DAY_MS;
  const { page, problems } = await openSignedIn(stage, "ann", { time: then });
  await barButton(page, "Switch View").click();
  for (const [row, key] of ["1", "3", "4"].entries()) {
    await page.locator(".rows h3 button").nth(row).click();
    await page.locator(".marks").waitFor();
    await page.keyboard.press(key);
  }
  await waitForSaved(page);
  const offline = preloaded([], { NOW: String(then), FIRESTORE_EMULATOR_HOST: "127.0.0.1:9" });
  for (const [question, mark] of [
    ["4", "hint"],
    ["5", "solved"],
  ]) {
    const marked = await runCli(homeOf("ann"), ["mark", question ?? "", mark ?? "", "--json"], {
      ...environmentOf("ann"),
      ...offline,
    });
    expect([marked.code, JSON.parse(marked.stdout)]).toMatchObject([0, { saved: "pending", was: "none" }]);
  }
  expect(await ann("sync")).toMatchObject({ sent: 2, waiting: 0 });

  const review = (await ann("review")) as { due: number; questions: { name: string; marks: number }[] };
  expect(review).toMatchObject({ due: 5, questions: Array(5).fill({ marks: 1, state: "learning" }) });
  expect(await ann("today")).toMatchObject({ due: 5 });
  const later = (await openSignedIn(stage, "ann")).page;
  const link = later.locator(".day[aria-current] a", { hasText: "due" });
  await link.waitFor();
  expect((await link.textContent())?.trim()).toBe("5 questions due");
  await link.click();
  await later.getByRole("heading", { name: "1 of 5", exact: true }).waitFor();
  await later.getByRole("button", { name: "All questions" }).click();
  await later.getByRole("button", { name: /^Due/ }).click();
  const due = later.locator(".rows h3 button bdi:first-child");
  await expect.poll(() => due.count()).toBe(5);
  expect((await due.allTextContents()).sort()).toEqual(review.questions.map(({ name }) => name).sort());
  expect(problems).toEqual([]);
});

it("keeps two signed-in people apart", async () => {
  const ann = await terminalOf("ann");
  const ben = await terminalOf("ben");
  await ann("tick", "1", "--date", DATE);
  expect(doneOf(await ben("today", "--date", DATE))).toEqual([false, false, false, false, false]);
  await ben("tick", "2", "--date", DATE);
  expect(doneOf(await ben("today", "--date", DATE))).toEqual([false, true, false, false, false]);
  expect(doneOf(await ann("today", "--date", DATE)).slice(0, 2)).toEqual([true, false]);

  const { page } = await openSignedIn(stage, "ben");
  await tickButton(page, "March 5, Code360", "Done").waitFor();
  await tickButton(page, "March 5, LeetCode", "Untried").waitFor();

  const asBen = await documentsOf("ben");
  const hers = openPath(stage.project.uidOf("ann"));
  await expect(asBen.get(openPath(stage.project.uidOf("ben")))).resolves.toMatchObject({ fields: { "64": {} } });
  for (const path of [hers, closedPath(stage.project.uidOf("ann"), 2020)]) {
    await expect(asBen.get(path)).rejects.toMatchObject({ code: "refused" });
    const fields = { "64": { mapValue: { fields: { "1": booleanValue(false) } } } };
    await expect(asBen.commit([{ path, fields, mask: [["64", "1"]] }])).rejects.toMatchObject({ code: "refused" });
  }
  expect(doneOf(await ann("today", "--date", DATE)).slice(0, 2)).toEqual([true, false]);
});

type Terminal = (...args: string[]) => Promise<Record<string, unknown>>;

const homeOf = (person: string) => join(base, person);
const terminals = new Map<string, Promise<Terminal>>();

/**
 * A terminal in which the person has signed in: ann at an independent provider, everybody else at the Google stand-in.
 */
function terminalOf(person: string): Promise<Terminal> {
  const known = terminals.get(person) ?? openTerminal(person);
  terminals.set(person, known);
  return known;
}

function environmentOf(person: string) {
  const { google, project } = stage;
  return {
    DAILYLEET_OAUTH_HOST: person === "ann" ? new URL(independent.origin).host : google.host,
    FIREBASE_AUTH_EMULATOR_HOST: project.identityHost,
    FIRESTORE_EMULATOR_HOST: project.firestoreHost,
  };
}

async function openTerminal(person: string): Promise<Terminal> {
  const environment = environmentOf(person);
  const { clientId, clientSecret } = person === "ann" ? independent : CLIENT;
  const site = await startHosting({ ...CLOUD_CONFIG, google: { clientId, clientSecret } });
  const login = await startLogin(homeOf(person), site.url, environment);
  if (person === "ann") await independent.decide(login.verificationUrl, login.userCode, true, person);
  expect((await login.result).code).toBe(0);
  await site.stop();
  return async (...args) => {
    const result = await runCli(homeOf(person), [...args, "--json"], environment);
    expect(result, args.join(" ")).toMatchObject({ code: 0 });
    expect(result.stdout + result.stderr).not.toMatch(/SECRET|eyJ/);
    return JSON.parse(result.stdout);
  };
}

/** The database, with the token of the person's terminal. */
async function documentsOf(person: string) {
  const { refreshToken } = JSON.parse(readFileSync(join(homeOf(person), "credentials.json"), "utf8"));
  const http = createHttp({ transport: createNodeNetwork().transport, wait: async () => {} });
  const identity = { http, apiKey: CLOUD_CONFIG.firebase.apiKey, base: `http://${stage.project.identityHost}` };
  const { idToken } = await refreshIdToken(identity, refreshToken);
  const database = { http, base: `http://${stage.project.firestoreHost}`, projectId: LOCAL_PROJECT_ID };
  return createFirestore({ ...database, idToken: async () => idToken });
}

function doneOf(day: Record<string, unknown>): boolean[] {
  return (day.sources as { done: boolean }[]).map(({ done }) => done);
}
