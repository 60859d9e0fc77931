import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { homeDirectory, tidyEnvironment, zoneName } from "../../packages/cli/src/context.ts";
import { CLI } from "../support/cliProcess.ts";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { newHome } from "./support/home.ts";

describe("the environment", () => {
  it("loses its empty variables and keeps the others", () => {
    const env = { NO_COLOR: "", DAILYLEET_PORT: "", HOME: "/home/asha", TZ: "Asia/Tokyo" };
    tidyEnvironment(env);
    expect(env).toEqual({ HOME: "/home/asha", TZ: "Asia/Tokyo" });
  });

  it.each([
    [":/etc/localtime", undefined],
    ["/etc/localtime", undefined],
    [":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"],
    ["/usr/share/zoneinfo/posix/America/Argentina/Ushuaia", "America/Argentina/Ushuaia"],
    [":Europe/Berlin", "Europe/Berlin"],
    ["posix/Europe/Berlin", "Europe/Berlin"],
    ["IST-5", "Etc/GMT-5"],
    ["<-03>3", "Etc/GMT+3"],
    ["UTC0", "Etc/GMT+0"],
    ["XYZ-05:00", "Etc/GMT-5"],
    ["IST-5:30", "IST-5:30"],
    ["EST5EDT", "EST5EDT"],
    [":/my/own/zone", ":/my/own/zone"],
  ])("names the zone of TZ=%s, not its file", (TZ, named) => {
    const env: Record<string, string> = { TZ };
    tidyEnvironment(env);
    expect(env.TZ).toBe(named);
  });

  it("has a zone only where TZ names one and Node knows it", () => {
    expect(zoneName({}, "Europe/Berlin")).toBe("Europe/Berlin");
    expect(zoneName({ TZ: "EST5EDT" }, "America/New_York")).toBe("America/New_York");
    expect(zoneName({ TZ: "Etc/GMT-5" }, "Etc/GMT-5")).toBe("Etc/GMT-5");
    expect(zoneName({ TZ: "Nowhere/Land" }, undefined)).toBeNull();
    expect(zoneName({ TZ: "CET-1CEST,M3.5.0,M10.5.0/3" }, "UTC")).toBeNull();
    expect(zoneName({ TZ: "GMT+5" }, "+05:00")).toBeNull();
    expect(zoneName({}, "Etc/Unknown")).toBeNull();
  });

  it("has a home directory or says what to set", () => {
    const none = () => {
      throw new Error("no such user");
    };
    expect(homeDirectory({ HOME: "/home/asha" }, none)).toBe("/home/asha");
    expect(homeDirectory({}, () => "/home/asha")).toBe("/home/asha");
    expect(homeDirectory({ HOME: "here" }, () => "/home/asha")).toBe("/home/asha");
    for (const system of [none, () => "", () => "here"]) {
      expect(() => homeDirectory({}, system)).toThrow("There is no home directory to keep data in; set HOME or");
    }
  });
});

describe("nothing is put into the current directory", () => {
  it.each([
    ["an empty", { HOME: "", DAILYLEET_HOME: "" }, 0, /"database":"([A-Z]:)?[\\/]/],
    // A relative path would name another directory in each working directory.
    ["a relative", { DAILYLEET_HOME: "own" }, 1, /DAILYLEET_HOME is 'own', but must be an absolute path such as '/],
  ])("by %s home directory", (_, env, code, told) => {
    const cwd = tempDirectory();
    const options = { cwd, env: { PATH: process.env.PATH, HOME: tempDirectory(), ...env }, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "config", "--json"], options);
    expect([status, readdirSync(cwd)]).toEqual([code, []]);
    expect(stdout + stderr).toMatch(told);
  });
});

describe("a zone that calendars do not know", () => {
  const TZ = "CET-1CEST,M3.5.0,M10.5.0/3";
  const odd = { env: { TZ }, zone: () => null };

  it.each(["", "tick 1", "today", "status", "stats", "export", "mark 1 easy", "config"])(
    "is a sentence that names it, for '%s'",
    async (line) => {
      const home = tempDirectory();
      const { code, stdout, stderr } = await runInProcess(home, line.split(" ").filter(Boolean), odd);
      expect([code, stdout, readdirSync(home)]).toEqual([1, "", []]);
      const advice = "set TZ to a name such as Asia/Kolkata, or unset it";
      expect(stderr).toBe(`dailyleet: TZ is '${TZ}', which names no time zone; ${advice}.\n`);
    },
  );

  it("is what doctor finds", async () => {
    const { code, stdout } = await runInProcess(tempDirectory(), ["doctor", "--json"], odd);
    const { findings } = JSON.parse(stdout) as { findings: { check: string }[] };
    expect([code, findings.find(({ check }) => check === "clock")]).toEqual([
      1,
      expect.objectContaining({ state: "mend", found: expect.stringContaining(TZ) }),
    ]);
  });

  it.each([
    [":/etc/localtime", 0],
    ["XYZ-5", 0],
    ["Asia/Kolkata", 0],
    ["IST-5:30", 1],
    ["<+0530>-5:30", 1],
    ["IST", 1],
    ["CET-1CEST", 1],
    ["Nowhere/Land", 1],
  ])("TZ=%s ends with %d", async (TZ, code) => {
    const { stdout, ...result } = await newHome().run(["tick", "1", "--json"], { TZ });
    expect([result.code, stdout === ""]).toEqual([code, code === 1]);
  });
});

it.each([
  [3, 1, "dailyleet: Can't start a browser; open the address above yourself.\n"],
  [0, 0, ""],
])("open, where the browser's program ends with %d, ends with %d", async (exit, code, stderr) => {
  const { directory, run } = newHome();
  for (const name of ["xdg-open", "open"]) {
    writeFileSync(join(directory, name), `#!/bin/sh\nexit ${exit}\n`, { mode: 0o755 });
  }
  const stdout = "https://leetcode.com/problemset/\n";
  const PATH = `${directory}:${process.env.PATH}`;
  expect(await run(["open", "leetcode"], { PATH })).toEqual({ code, stdout, stderr });
});
