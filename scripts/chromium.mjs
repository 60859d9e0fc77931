import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of a Chromium: from CHROMIUM, from PATH, or Playwright's own; null when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM is '${named}', which does not exist; set it to a Chromium or Chrome, or unset it.`);
  }
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((directory) => NAMES.map((name) => join(directory, name)))
    .find(isExecutable);
  if (onPath) return onPath;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** Finds a Chromium or installs one: Playwright's download, else Debian's package when run as root. */
export function getChromium() {
  return findChromium() ?? (install() ? findChromium() : null);
}

function install() {
  console.error("No Chromium found: trying Playwright's download.");
  const isRoot = process.getuid?.() === 0;
  const cli = join(import.meta.dirname, "../node_modules/playwright-core/cli.js");
  if (run(process.execPath, [cli, "install", ...(isRoot ? ["--with-deps"] : []), "chromium"])) return true;
  if (!isRoot || !existsSync("/etc/debian_version")) return false;
  console.error("No download: trying Debian's package.");
  return run("apt-get", ["update", "-qq"]) && run("apt-get", ["install", "-y", "-qq", "chromium"]);
}

function run(command, args) {
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: 600_000 }).status === 0;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
