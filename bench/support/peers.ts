import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SCRATCH = join(tmpdir(), "dailyleet-bench");

/**
 * Installs packages to compare with into a folder outside of the project, and leaves them there for the next run.
 * Returns the folder.
 */
export function installPeers(set: string, packages: readonly string[]): string {
  const directory = join(SCRATCH, set);
  const manifest = join(directory, "package.json");
  const wanted = JSON.stringify({ private: true, description: packages.join(" ") });
  if (existsSync(manifest) && readFileSync(manifest, "utf8") === wanted) return directory;
  mkdirSync(directory, { recursive: true });
  console.error(`Installing ${packages.join(", ")} into ${directory}`);
  const options = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  writeFileSync(manifest, JSON.stringify({ private: true }));
  const { status } = spawnSync("npm", ["install", ...options, ...packages], { cwd: directory, stdio: "inherit" });
  if (status !== 0) throw new Error(`${packages.join(", ")} could not be installed; check the network and try again.`);
  writeFileSync(manifest, wanted);
  return directory;
}

export function peerVersion(directory: string, name: string): string {
  return JSON.parse(readFileSync(join(directory, "node_modules", name, "package.json"), "utf8")).version;
}
