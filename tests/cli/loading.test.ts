import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { CLI, cliEnvironment } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

/** Which files and which of Node's own modules a command loads, beyond those that every Node has loaded. */
function loadedBy(args: readonly string[], home = tempDirectory()): { files: string[]; modules: string[] } {
  const preload = join(home, "preload.cjs");
  writeFileSync(
    preload,
    `const before = new Set(process.moduleLoadList);
     process.on("exit", () => {
       const modules = process.moduleLoadList.filter((name) => !before.has(name) && /^NativeModule [a-z]/.test(name));
       require("fs").writeFileSync(${JSON.stringify(join(home, "loaded.json"))}, JSON.stringify({
         files: Object.keys(require.cache), modules: modules.map((name) => name.slice(13)) }));
     });`,
  );
  const { status, stderr } = spawnSync(process.execPath, ["-r", preload, CLI, ...args], {
    env: cliEnvironment(home),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  const { files, modules } = JSON.parse(spawnSync("cat", [join(home, "loaded.json")], { encoding: "utf8" }).stdout);
  return {
    files: files.map((file: string) => basename(file)).filter((file: string) => file !== "preload.cjs"),
    modules,
  };
}

const HEAVY = [
  "http",
  "https",
  "net",
  "tls",
  "crypto",
  "child_process",
  "worker_threads",
  "stream",
  "zlib",
  "tty",
  "os",
];

it.each([["tick", "3"], ["tick", "3", "--json"], ["today"], ["status"], ["--version"], ["--help"], ["year"]])(
  "%s %s loads the main bundle and nothing heavy",
  (...args) => {
    const { files, modules } = loadedBy(args);
    expect(files).toEqual(["dailyleet.cjs", "bundles.cjs", "main.cjs"]);
    expect(modules.filter((name) => HEAVY.includes(name))).toEqual([]);
    expect(modules.filter((name) => name.startsWith("internal/deps/undici"))).toEqual([]);
  },
);

it("tick loads no more of Node's modules than these", () => {
  const { modules } = loadedBy(["tick", "3"]);
  const own = modules.filter((name) => !name.startsWith("internal/"));
  expect(["sqlite", "process", "perf_hooks", "vm"]).toEqual(expect.arrayContaining(own));
});

it("questions loads its own part, and the Unicode tables only for texts beyond ASCII", () => {
  expect(loadedBy(["questions", "--show", "1"]).files).toEqual([
    "dailyleet.cjs",
    "bundles.cjs",
    "main.cjs",
    "questions.cjs",
  ]);
});

it("status loads no network code in the cloud either", () => {
  const home = tempDirectory();
  const keep = (name: string, value: object) => writeFileSync(join(home, name), JSON.stringify(value), { mode: 0o600 });
  const issuer = "https://securetoken.googleapis.com/my-project";
  keep("dailyleet.json", {
    firebase: { apiKey: "k", authDomain: "my-project.firebaseapp.com", projectId: "my-project" },
  });
  keep("credentials.json", { uid: "u1", refreshToken: "r", issuer });
  const { files, modules } = loadedBy(["status"], home);
  expect(files).toEqual(["dailyleet.cjs", "bundles.cjs", "main.cjs", "cloud.cjs"]);
  expect(modules.filter((name) => ["http", "https", "net", "tls"].includes(name))).toEqual([]);
});
