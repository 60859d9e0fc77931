import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
// @ts-expect-error It has no types; it is shared with the test command.
import { findFirefox } from "../../scripts/browsers.mjs";
import { tempDirectory } from "../support/tempDirectory.ts";
import { chromiumPath } from "./support/browser.ts";
import { launchChromium, launchFirefox } from "./support/engines/puppeteer.ts";
import { button, click, tickButton, waitFor, waitForStatus, waitForToday } from "./support/engines/visit.ts";
import { BUILT_SITE, startOwnServer } from "./support/ownServer.ts";

const firefox: string | null = findFirefox();

/** Chromium with the setting 'Block all site data'. */
function chromium() {
  const userDataDir = tempDirectory();
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  mkdirSync(join(userDataDir, "Default"));
  writeFileSync(join(userDataDir, "Default", "Preferences"), JSON.stringify(preferences));
  return launchChromium(chromiumPath(), { userDataDir });
}

const BROWSERS = [
  ["Chromium", chromium],
  ["Firefox", firefox && (() => launchFirefox(firefox, { "network.cookie.cookieBehavior": 2 }))],
] as const;
for (const [name, start] of BROWSERS) {
  const sentence = `in ${name} that blocks all site data, the page says so and what the server says of its database, signs in, sends each tick at once and holds one that it cannot send`;
  if (!start) {
    console.warn("\n*** SKIPPED: blocked site data in Firefox. Install Firefox, or set FIREFOX to its path.\n");
    it.skip(sentence);
    continue;
  }
  it(sentence, async () => {
    const notice = "3 ticks in the backup of March 4; bring them back with: dailyleet restore";
    const [server, engine] = [await startOwnServer(BUILT_SITE, false, {}, notice), await start()];
    onTestFinished(() => engine.close());
    const tab = await engine.newTab();
    await tab.goto(server.url);
    await waitFor(tab, "//p[contains(., 'blocks storage for this address')]");
    await waitFor(tab, `//p[. = '${notice}']`);
    const signInWindow = await tab.opened(() => click(tab, button("Sign in with Google")));
    await click(signInWindow, button("Continue as You"));
    await waitForToday(tab);
    await click(tab, tickButton("March 5, LeetCode", "Untried"));
    await waitForStatus(
      tab,
      /^Saved\. This browser can't store data: unsaved changes are lost when you close the page\. 3 ticks in the backup/,
    );
    const { cells } = await server.readDocument();
    expect(Object.values(cells)).toEqual([{ 1: true }]);
    const mayLeave = () => tab.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await mayLeave()).toBe(true);
    await server.stop();
    await click(tab, tickButton("March 5, Code360", "Untried"));
    await waitForStatus(tab, /^1 change waiting, offline/);
    expect(await mayLeave()).toBe(false);
  });
}
