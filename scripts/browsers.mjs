import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** By the environment variable that may name the browser's path. */
const BROWSERS = {
  CHROMIUM: {
    programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    package: "chromium",
  },
  // Chromium's engine without the browser around it, which takes a third less processor time.
  HEADLESS_SHELL: {
    programs: ["chromium-headless-shell", "chrome-headless-shell"],
    package: "chromium-headless-shell",
  },
  FIREFOX: { programs: ["firefox-esr", "firefox"], package: "firefox-esr" },
};

/** The path of a Chromium: from CHROMIUM, from PATH, or Playwright's own; null when there is none. */
export function findChromium() {
  const found = find("CHROMIUM");
  if (found) return found;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** The path of a Firefox: from FIREFOX or from PATH; null when there is none. */
export function findFirefox() {
  return find("FIREFOX");
}

/** WebKitGTK's WebDriver and the virtual screen that it needs; null when one of them is missing. */
export function findWebKit() {
  const [driver, screen] = [onPath(["WebKitWebDriver"]), onPath(["Xvfb"])];
  return driver && screen ? { driver, screen } : null;
}

/** Finds a Chromium or installs one: Playwright's download, else Debian's package when run as root. */
export function getChromium() {
  return findChromium() ?? (download() || installPackage("CHROMIUM") ? findChromium() : null);
}

/** Finds Chromium's headless shell or, when run as root, installs Debian's package; null where there is none. */
export function getHeadlessShell() {
  return find("HEADLESS_SHELL") ?? (installPackage("HEADLESS_SHELL") ? find("HEADLESS_SHELL") : null);
}

/** Finds a Firefox or, when run as root, installs Debian's package. */
export function getFirefox() {
  return findFirefox() ?? (installPackage("FIREFOX") ? findFirefox() : null);
}

function find(variable) {
  const named = process.env[variable];
  if (!named) return onPath(BROWSERS[variable].programs);
  if (existsSync(named)) return named;
  throw new Error(`${variable} is '${named}', which does not exist; set it to a browser's path, or unset it.`);
}

function onPath(programs) {
  const directories = (process.env.PATH ?? "").split(delimiter);
  return programs.flatMap((name) => directories.map((directory) => join(directory, name))).find(isExecutable) ?? null;
}

function download() {
  console.error("No Chromium found: trying Playwright's download.");
  const cli = join(import.meta.dirname, "../node_modules/playwright-core/cli.js");
  return run(process.execPath, [cli, "install", ...(isRoot() ? ["--with-deps"] : []), "chromium"]);
}

function installPackage(variable) {
  const { package: name } = BROWSERS[variable];
  if (!isRoot() || !existsSync("/etc/debian_version")) return false;
  console.error(
    `No ${variable.toLowerCase().replace("_", " ")} found: installing Debian's package ${name} with apt-get.`,
  );
  return run("apt-get", ["update", "-qq"]) && run("apt-get", ["install", "-y", "-qq", name]);
}

function isRoot() {
  return process.getuid?.() === 0;
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
