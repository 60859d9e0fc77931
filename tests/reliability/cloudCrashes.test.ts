import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellKey, formatDate, LOCAL_PROJECT_ID, monthDay } from "@dailyleet/core";
import { expect, it } from "vitest";
import { CLIENT } from "../cli/support/googleStandIn.ts";
import { json } from "../client/support/scriptedServer.ts";
import { runInProcess } from "../support/inProcess.ts";
import { today, todayNumber } from "../support/today.ts";
import { crashAtEachStep } from "./support/crashes.ts";
import { type Desk, newDesk, STORED, useCloud, WAITING } from "./support/desk.ts";

const TIMEOUT = 120_000;
const cloud = useCloud();

/** Two weeks away from today, so that no day is today. */
const dayAt = (at: number) => ((todayNumber + 13 + at) % 300) + 1;
const keyAt = (at: number) => cellKey({ year: today.year, day: dayAt(at), source: 3 });
const dateAt = (at: number) => formatDate({ year: today.year, ...monthDay(dayAt(at)) });

const filesOf = ({ directory }: Desk) =>
  [join(directory, "dailyleet.json"), join(directory, "credentials.json")] as const;

/** A command that needs no network, without a process of its own. */
const quickly = (desk: Desk, ...args: string[]) => runInProcess(desk.directory, args, { env: desk.env });

const waiting = async (desk: Desk) => (await desk.outbox()).map(cellKey);

it("a tick waits here or is in the cloud, and the next command sends it", { timeout: TIMEOUT }, async () => {
  const desk = await newDesk(cloud);
  const expected = new Set([STORED, WAITING].map(cellKey));
  await crashAtEachStep({
    place: () => desk,
    command: (at) => ["tick", "3", "--date", dateAt(at)],
    async check({ stdout }, _, at) {
      const found = new Set([...(await desk.stored()), ...(await waiting(desk))]);
      if (stdout !== "") expect(found).toContain(keyAt(at));
      if (found.has(keyAt(at))) expected.add(keyAt(at));
      expect(found).toEqual(expected);
      expect(await desk.run(["sync"])).toMatchObject({ code: 0, stderr: "" });
      expect(new Set(await desk.stored())).toEqual(expected);
      expect(await waiting(desk)).toEqual([]);
    },
  });
});

it("a sync that is killed loses nothing and sends nothing twice", { timeout: TIMEOUT }, async () => {
  const all = [STORED, WAITING].map(cellKey).sort();
  await crashAtEachStep({
    place: () => newDesk(cloud),
    command: () => ["sync"],
    async check({ stdout }, place) {
      const desk = place as Desk;
      const [stored, left] = [await desk.stored(), await waiting(desk)];
      expect([...new Set([...stored, ...left])].sort()).toEqual(all);
      if (stdout !== "") expect([stored.sort(), left]).toEqual([all, []]);
      expect((await desk.run(["today", "--json"])).stderr).toBe("");
      expect([(await desk.stored()).sort(), await waiting(desk)]).toEqual([all, []]);
    },
  });
});

const firebase = { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: LOCAL_PROJECT_ID };
const SITE = { firebase, google: CLIENT };

it("a sign-in to a site leaves the sign-in at another one, or is complete", { timeout: TIMEOUT }, async () => {
  const desk = await newDesk(cloud);
  const [config, credentials] = filesOf(desk);
  const oldConfig = JSON.stringify({ firebase: { ...firebase, projectId: "old-project" } });
  const kept = JSON.parse(readFileSync(credentials, "utf8"));
  const oldCredentials = JSON.stringify({ ...kept, uid: "old", issuer: `${desk.server.origin}/old-project` });
  desk.server.break({ kind: "siteConfig", reply: json(200, SITE) });
  await crashAtEachStep({
    place() {
      writeFileSync(config, oldConfig);
      writeFileSync(credentials, oldCredentials);
      return desk;
    },
    command: () => ["login", desk.server.origin],
    async check({ stdout }) {
      const isJoined = readFileSync(config, "utf8") !== oldConfig;
      if (isJoined) {
        expect(JSON.parse(readFileSync(config, "utf8"))).toEqual(SITE);
        expect(readFileSync(`${config}.of-old-project`, "utf8")).toBe(oldConfig);
      }
      if (stdout !== "") expect(JSON.parse(readFileSync(credentials, "utf8"))).not.toHaveProperty("before");
      if (stdout !== "") expect(isJoined).toBe(true);
      expect(await quickly(desk, "whoami")).toMatchObject({ code: 0, stdout: `${isJoined ? desk.uid : "old"}\n` });
    },
  });
  const isTemporary = (name: string) => name.startsWith("credentials.json.");
  expect(readdirSync(desk.directory).filter(isTemporary).length).toBeGreaterThan(0);
  expect((await desk.run(["logout"])).stdout).toBe("Signed out.\n");
  expect(readdirSync(desk.directory).filter((name) => name.startsWith("credentials"))).toEqual([]);
});

it("a first sign-in to a site leaves local mode, or is complete", { timeout: TIMEOUT }, async () => {
  const desk = await newDesk(cloud);
  desk.server.break({ kind: "siteConfig", reply: json(200, SITE) });
  await crashAtEachStep({
    place() {
      for (const file of filesOf(desk)) rmSync(file, { force: true });
      return desk;
    },
    command: () => ["login", desk.server.origin],
    async check({ stdout }) {
      const { code, stdout: answer } = await quickly(desk, "whoami", "--json");
      const { mode, uid } = JSON.parse(answer);
      expect([code, mode === "local" || uid === desk.uid]).toEqual([0, true]);
      if (stdout !== "") expect(mode).toBe("cloud");
    },
  });
});

it("leaving a site that is killed leaves nobody signed in by half, and works when it is done again", {
  timeout: TIMEOUT,
}, async () => {
  const desk = await newDesk(cloud);
  const [config, credentials] = filesOf(desk);
  const [site, signIn] = [config, credentials].map((file) => readFileSync(file, "utf8"));
  await crashAtEachStep({
    place() {
      writeFileSync(config, site ?? "");
      writeFileSync(credentials, signIn ?? "", { mode: 0o600 });
      writeFileSync(`${config}.before`, "{}", { mode: 0o600 });
      return desk;
    },
    command: () => ["logout", "--leave", "--yes"],
    async check({ stdout }) {
      const { code, stderr } = await quickly(desk, "whoami");
      if (stdout !== "") expect(code).toBe(0);
      if (code !== 0) expect([code, stderr]).toEqual([4, expect.stringContaining("logout --leave")]);
      expect((await quickly(desk, "logout", "--leave", "--yes")).code).toBe(0);
      expect([existsSync(credentials), readFileSync(config, "utf8")]).toEqual([false, "{}"]);
      expect((await quickly(desk, "tick", "4", "--json")).stdout).toContain('"saved":"local"');
      expect(await waiting(desk)).toEqual([cellKey(WAITING)]);
    },
  });
});

it("a sign-out that is killed leaves the sign-in whole or gone, and what waits stays", {
  timeout: TIMEOUT,
}, async () => {
  const desk = await newDesk(cloud);
  const file = join(desk.directory, "credentials.json");
  const credentials = readFileSync(file, "utf8");
  await crashAtEachStep({
    place() {
      writeFileSync(file, credentials, { mode: 0o600 });
      return desk;
    },
    command: () => ["logout"],
    async check({ stdout }) {
      if (existsSync(file)) expect(readFileSync(file, "utf8")).toBe(credentials);
      if (stdout !== "") expect(existsSync(file)).toBe(false);
      expect(await waiting(desk)).toEqual([cellKey(WAITING)]);
    },
  });
});
