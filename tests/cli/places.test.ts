import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { placesOf } from "../../packages/cli/src/files/directories.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/configuration.md"), "utf8");
const HOME = "/people/asha";
const WINDOWS = { APPDATA: `${HOME}/roaming`, LOCALAPPDATA: `${HOME}/local` };

/** The directories of configuration and data. */
function directoriesOn(platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}): string[] {
  const { configFile, databaseFile } = placesOf({ platform, env, home: () => HOME });
  return [dirname(configFile), dirname(databaseFile)];
}

/** What the page's table says of one platform, with the person's own directories in place. */
function documented(platform: string): string[] {
  const rows =
    PAGE.split("## Platforms")[1]
      ?.split("\n")
      .filter((line) => line.startsWith("|")) ?? [];
  const cells = rows.map((row) => row.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  const column = cells[0]?.indexOf(platform) ?? -1;
  return ["configuration", "data"].map((name) => {
    const path = cells.find(([, first]) => first === name)?.[column] ?? "";
    const own = path.replace("~", HOME).replace(/%(\w+)%/, (_, name: keyof typeof WINDOWS) => WINDOWS[name]);
    return own.replaceAll("\\", "/");
  });
}

it("files are where the platform keeps them, as docs/configuration.md says", () => {
  expect(directoriesOn("linux")).toEqual(documented("Linux"));
  expect(directoriesOn("darwin")).toEqual(documented("macOS"));
  expect(directoriesOn("win32", WINDOWS)).toEqual(documented("Windows"));
});

it.each(["linux", "darwin", "win32"] as const)(
  "on %s the XDG directories win, and DAILYLEET_HOME over them",
  (platform) => {
    const xdg = { ...WINDOWS, XDG_CONFIG_HOME: "/xdg/config", XDG_DATA_HOME: "/xdg/data" };
    expect(directoriesOn(platform, xdg)).toEqual(["/xdg/config/dailyleet", "/xdg/data/dailyleet"]);
    expect(directoriesOn(platform, { ...xdg, XDG_DATA_HOME: "relative" })[1]).toBe(directoriesOn(platform, WINDOWS)[1]);
    expect(directoriesOn(platform, { ...xdg, DAILYLEET_HOME: "/own" })).toEqual(["/own", "/own"]);
  },
);
