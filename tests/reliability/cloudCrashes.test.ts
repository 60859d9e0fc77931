import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cellKey, changesOf, LOCAL_PROJECT_ID } from "@dailyleet/core";
import { expect, it } from "vitest";
import { CLIENT } from "../cli/support/googleStandIn.ts";
import { json } from "../client/support/scriptedServer.ts";
import { crashAtSteps } from "./support/crashes.ts";
import { type Desktop, newDesktop, STORED, todayCell, useCloud, WAITING } from "./support/desktop.ts";

const cloud = useCloud();

const filesOf = ({ directory }: Desktop) =>
  [join(directory, "dailyleet.json"), join(directory, "credentials.json")] as const;

const waiting = async (desktop: Desktop) => changesOf(await desktop.outbox()).map(cellKey);

it("a tick waits here or is in the cloud, and the next command sends it", async () => {
  const [old, ticked] = [[STORED, WAITING].map(cellKey), cellKey(todayCell(3))];
  await crashAtSteps({
    place: () => newDesktop(cloud),
    command: () => ["tick", "3"],
    async check({ stdout }, desktop) {
      const found = new Set([...(await desktop.stored()), ...(await waiting(desktop))]);
      if (stdout !== "") expect(found).toContain(ticked);
      const expected = [...old, ...(found.has(ticked) ? [ticked] : [])].sort();
      expect([...found].sort()).toEqual(expected);
      expect(await desktop.run(["sync"])).toMatchObject({ code: 0, stderr: "" });
      expect([(await desktop.stored()).sort(), await waiting(desktop)]).toEqual([expected, []]);
    },
  });
});

it("a sync that is killed loses nothing and sends nothing twice", async () => {
  const all = [STORED, WAITING].map(cellKey).sort();
  await crashAtSteps({
    place: () => newDesktop(cloud),
    command: () => ["sync"],
    async check({ stdout }, desktop) {
      const [stored, left] = [await desktop.stored(), await waiting(desktop)];
      expect([...new Set([...stored, ...left])].sort()).toEqual(all);
      if (stdout !== "") expect([stored.sort(), left]).toEqual([all, []]);
      expect((await desktop.run(["today", "--json"])).stderr).toBe("");
      expect([(await desktop.stored()).sort(), await waiting(desktop)]).toEqual([all, []]);
    },
  });
});

const firebase = { apiKey: "key", authDomain: "demo.firebaseapp.com", projectId: LOCAL_PROJECT_ID };
const SITE = { firebase, google: CLIENT };

it("a sign-in to a site leaves the sign-in at another one, or is complete", async () => {
  const desktop = await newDesktop(cloud);
  const [config, credentials] = filesOf(desktop);
  const oldConfig = JSON.stringify({ firebase: { ...firebase, projectId: "old-project" } });
  const kept = JSON.parse(readFileSync(credentials, "utf8"));
  const oldCredentials = JSON.stringify({ ...kept, uid: "old", issuer: `${desktop.server.origin}/old-project` });
  desktop.server.break({ kind: "siteConfig", reply: json(200, SITE) });
  await crashAtSteps({
    place() {
      writeFileSync(config, oldConfig);
      writeFileSync(credentials, oldCredentials);
      return desktop;
    },
    command: () => ["login", desktop.server.origin],
    async check({ stdout }) {
      const isJoined = readFileSync(config, "utf8") !== oldConfig;
      if (isJoined) {
        expect(JSON.parse(readFileSync(config, "utf8"))).toEqual(SITE);
        expect(readFileSync(`${config}.of-old-project`, "utf8")).toBe(oldConfig);
      }
      if (stdout !== "") expect(JSON.parse(readFileSync(credentials, "utf8"))).not.toHaveProperty("before");
      if (stdout !== "") expect(isJoined).toBe(true);
      expect(await desktop.run(["profiles"])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`Signed in as ${isJoined ? desktop.uid : "old"}.\n`),
      });
    },
  });
  const isTemporary = (name: string) => name.startsWith("credentials.json.");
  expect(readdirSync(desktop.directory).filter(isTemporary).length).toBeGreaterThan(0);
  expect((await desktop.run(["logout"])).stdout).toBe("Signed out.\n");
  expect(readdirSync(desktop.directory).filter((name) => name.startsWith("credentials"))).toEqual([]);
});

it("a first sign-in to a site leaves local mode, or is complete", async () => {
  const desktop = await newDesktop(cloud);
  desktop.server.break({ kind: "siteConfig", reply: json(200, SITE) });
  await crashAtSteps({
    place() {
      for (const file of filesOf(desktop)) rmSync(file, { force: true });
      return desktop;
    },
    command: () => ["login", desktop.server.origin],
    async check({ stdout }) {
      const { code, stdout: answer } = await desktop.run(["profiles", "--json"]);
      const { mode, active } = JSON.parse(answer);
      expect([code, mode === "local" || active.uid === desktop.uid]).toEqual([0, true]);
      if (stdout !== "") expect(mode).toBe("cloud");
    },
  });
});

it("leaving a site that is killed leaves nobody signed in by half, and works when it is done again", async () => {
  const desktop = await newDesktop(cloud);
  const [config, credentials] = filesOf(desktop);
  const [site, signIn] = [config, credentials].map((file) => readFileSync(file, "utf8"));
  await crashAtSteps({
    place() {
      writeFileSync(config, site ?? "");
      writeFileSync(credentials, signIn ?? "", { mode: 0o600 });
      writeFileSync(`${config}.before`, "{}", { mode: 0o600 });
      return desktop;
    },
    command: () => ["logout", "--leave", "--yes"],
    async check({ stdout }) {
      const { code, stderr } = await desktop.run(["profiles"]);
      if (stdout !== "") expect(code).toBe(0);
      if (code !== 0) expect([code, stderr]).toEqual([4, expect.stringContaining("logout --leave")]);
      expect((await desktop.run(["logout", "--leave", "--yes"])).code).toBe(0);
      expect([existsSync(credentials), readFileSync(config, "utf8")]).toEqual([false, "{}"]);
      expect((await desktop.run(["tick", "4", "--json"])).stdout).toContain('"saved":"local"');
      expect(await waiting(desktop)).toEqual([cellKey(WAITING)]);
    },
  });
});

it("a sign-out that is killed leaves the sign-in whole or gone, and what waits stays", async () => {
  const desktop = await newDesktop(cloud);
  const file = join(desktop.directory, "credentials.json");
  const credentials = readFileSync(file, "utf8");
  await crashAtSteps({
    place() {
      writeFileSync(file, credentials, { mode: 0o600 });
      return desktop;
    },
    command: () => ["logout"],
    async check({ stdout }) {
      if (existsSync(file)) expect(readFileSync(file, "utf8")).toBe(credentials);
      if (stdout !== "") expect(existsSync(file)).toBe(false);
      expect(await waiting(desktop)).toEqual([cellKey(WAITING)]);
    },
  });
});
