// `npm test`: finds or installs the browsers, builds, checks style and types, and runs all tests.
// Arguments go to vitest (`npm test -- tests/core`).
import { once } from "node:events";
import { join } from "node:path";
import { getChromium, getFirefox, getHeadlessShell } from "./browsers.mjs";
import { startChild } from "./startChild.mjs";

const root = join(import.meta.dirname, "..");

const chromium = getChromium();
if (!chromium) {
  fail(
    "The browser tests need Chromium: install Chromium or Chrome, or set CHROMIUM to its path, and run npm test again.",
  );
}
// Without the headless shell the tests are slower.
const shell = getHeadlessShell();
// Without Firefox the tests go on and say what they did not check.
getFirefox();
const [built, checked] = await Promise.all([run("npm", ["run", "build"]), run("npm", ["run", "check"])]);
if (built !== 0) fail("The build failed, so nothing was tested.");
if (checked !== 0) fail("Style or types are not in order, so nothing was tested.");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
process.exitCode = await run(process.execPath, [vitest, "run", ...process.argv.slice(2)], {
  CHROMIUM: chromium,
  ...(shell && { HEADLESS_SHELL: shell }),
});

/** Resolves to the exit code. */
async function run(command, args, env = {}) {
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === "win32" && command === "npm";
  const child = startChild(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env }, shell });
  const [code] = await once(child, "close");
  return code ?? 1;
}

function fail(sentence) {
  console.error(sentence);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
