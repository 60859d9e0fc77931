import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { placesOf } from "../../packages/cli/src/files/directories.ts";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { NOTHING_THERE } from "./support/home.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/configuration.md"), "utf8");
const WINDOWS = { APPDATA: "%APPDATA%", LOCALAPPDATA: "%LOCALAPPDATA%" };

function directoriesOn(platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}): string[] {
  const { configFile, databaseFile } = placesOf({ platform, env: { ...WINDOWS, ...env }, home: () => "~" });
  return [dirname(configFile), dirname(databaseFile)];
}

it.each([
  ["configuration", 0],
  ["data", 1],
])("files of the %s are where the platform keeps them, as docs/configuration.md says", (name, at) => {
  const cells = (["linux", "darwin", "win32"] as const).map((platform) => directoriesOn(platform)[at]);
  const row = `| ${name} | \`${cells.join("` | `")}\` |`;
  expect(PAGE).toContain(row.replaceAll("%/", "%\\"));
});

it.each(["linux", "darwin", "win32"] as const)(
  "on %s the XDG directories win, and DAILYLEET_HOME over them",
  (platform) => {
    const xdg = { XDG_CONFIG_HOME: "/xdg/config", XDG_DATA_HOME: "/xdg/data" };
    expect(directoriesOn(platform, xdg)).toEqual(["/xdg/config/dailyleet", "/xdg/data/dailyleet"]);
    expect(directoriesOn(platform, { ...xdg, XDG_DATA_HOME: "relative" })[1]).toBe(directoriesOn(platform)[1]);
    expect(directoriesOn(platform, { ...xdg, DAILYLEET_HOME: "/own" })).toEqual(["/own", "/own"]);
  },
);

describe("a home that is not there, as where DAILYLEET_HOME is mistyped", () => {
  const READING = [
    ...["", "today", "status", "status --check", "stats", "stats --svg -", "questions --state new", "review"],
    ...["review --upcoming", "export", "export --csv", "profiles"],
    ...["undo", "undo --dry-run", "redo --dry-run"],
  ];

  it.each(READING)("is not made by '%s', which says so", async (line) => {
    const home = join(tempDirectory(), "mistyped");
    const { code, stderr } = await runInProcess(home, line.split(" ").filter(Boolean));
    expect([code, existsSync(home)]).toEqual([line === "status --check" ? 1 : 0, false]);
    expect(stderr).toMatch(NOTHING_THERE);
    expect(stderr).toContain(`Nothing is in ${home} yet`);
  });

  it.each(["restore --list", "doctor", "config", "completion bash", "open leetcode --print", "questions"])(
    "is not made by '%s'",
    async (line) => {
      const home = join(tempDirectory(), "mistyped");
      expect((await runInProcess(home, line.split(" "))).code).toBe(0);
      expect(existsSync(home)).toBe(false);
    },
  );

  it.each(["tick 1", "mark 1 easy", "profiles add Ravi", "import -"])("is made by '%s'", async (line) => {
    const home = join(tempDirectory(), "new");
    const readStdin = () => Buffer.from('{"version":1,"years":{"2025":{"1":{"1":true}}}}');
    const { code, stderr } = await runInProcess(home, line.split(" "), { readStdin });
    expect([code, stderr.includes("Nothing is in")]).toEqual([0, false]);
    expect(existsSync(join(home, "dailyleet.db"))).toBe(true);
  });
});

describe("where XDG_DATA_HOME leads away from a database, as in the terminal of a snap", () => {
  it("every verb names that one before a second one is made, and doctor afterwards, too", async () => {
    const home = tempDirectory();
    const at = (env: NodeJS.ProcessEnv) => (args: readonly string[]) =>
      runInProcess(home, args, { platform: "linux", env: { DAILYLEET_HOME: undefined, ...env } });
    const [usual, snap] = [at({}), at({ XDG_DATA_HOME: join(home, "snap") })];
    expect((await usual(["tick", "1"])).stderr).toBe("");
    const said = `dailyleet: There is no database in ${home}/snap/dailyleet, but one in ${home}/.local/share/dailyleet; `;
    for (const line of ["today", "tick 2"]) expect((await snap(line.split(" "))).stderr).toContain(said);
    const { code, stdout } = await snap(["doctor"]);
    expect([code, stdout.replaceAll(/\s+/g, " ")]).toEqual([
      0,
      expect.stringMatching(
        /hint directories another database is in .*\.local\/share.* fix: to use it, unset XDG_DATA_HOME/,
      ),
    ]);
    expect((await usual(["doctor"])).stdout).not.toContain("another database");
  });
});

describe("a configuration that is a link", () => {
  const BACKUPS = ["config", "backups", "off"];

  /** A home whose dailyleet.json is a symbolic link into a directory of dotfiles. */
  function linkedHome() {
    const [home, dotfiles] = [tempDirectory(), tempDirectory()];
    const [link, target] = [join(home, "dailyleet.json"), join(dotfiles, "settings.json")];
    symlinkSync(target, link);
    return { home, dotfiles, link, target };
  }

  it.each(["", "{}"])("stays one, and the file behind it ('%s') is replaced", async (before) => {
    const { home, dotfiles, link, target } = linkedHome();
    if (before !== "") writeFileSync(target, before);
    expect(await runInProcess(home, BACKUPS)).toMatchObject({ code: 0 });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(target, "utf8"))).toEqual({ backups: false });
    expect([readdirSync(dotfiles), readdirSync(home)]).toEqual([["settings.json"], ["dailyleet.json"]]);
  });

  it.runIf(process.getuid?.() === 0)("is not followed into a directory of another user", async () => {
    const { home, dotfiles, target } = linkedHome();
    chownSync(dotfiles, 65_534, 65_534);
    const { code, stderr } = await runInProcess(home, BACKUPS);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/belongs to another user; move the link away\.\n$/)]);
    expect(existsSync(target)).toBe(false);
  });
});

describe.skipIf(process.getuid === undefined)("a directory of another user", () => {
  const uid = process.getuid?.() ?? 0;
  const filesOf = (home: string) =>
    readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), "base64")]);

  it.each(["", "tick 1", "today --json", "export -", "config", "serve", "login https://example.com"])(
    "is left alone by '%s'",
    async (line) => {
      const [fresh, used] = [tempDirectory(), tempDirectory()];
      await runInProcess(used, ["tick", "3"]);
      for (const home of [fresh, used]) {
        const before = filesOf(home);
        const { code, stdout, stderr } = await runInProcess(home, line.split(" ").filter(Boolean), { userId: uid + 1 });
        expect([code, stdout]).toEqual([1, ""]);
        expect(stderr).toBe(
          `dailyleet: ${home} belongs to another user (uid ${uid}); chown it, or set DAILYLEET_HOME.\n`,
        );
        expect(filesOf(home)).toEqual(before);
      }
    },
  );

  it("is named by doctor, which looks no further", async () => {
    const home = tempDirectory();
    const { code, stdout } = await runInProcess(home, ["doctor", "--json"], { userId: uid + 1 });
    expect([code, JSON.parse(stdout).findings]).toMatchObject([
      1,
      [{ check: "program" }, { check: "directories", found: `${home} belongs to another user (uid ${uid})` }],
    ]);
    expect(readdirSync(home)).toEqual([]);
  });

  it("gets no new one in it under sudo", async () => {
    const caller = uid || 1000;
    const home = join(tempDirectory(), "home");
    mkdirSync(home);
    if (uid === 0) chownSync(home, caller, caller);
    const data = join(home, "data", "dailyleet");
    const env = { DAILYLEET_HOME: data };
    const sudo = { ...env, SUDO_UID: String(caller) };
    const { code, stderr } = await runInProcess(data, ["tick", "1"], { userId: 0, env: sudo });
    expect([code, stderr]).toEqual([
      1,
      `dailyleet: ${home} belongs to another user (uid ${caller}); run dailyleet without sudo.\n`,
    ]);
    expect(readdirSync(home)).toEqual([]);
    expect((await runInProcess(data, ["tick", "1"], { userId: 0, env })).code).toBe(0);
  });
});
