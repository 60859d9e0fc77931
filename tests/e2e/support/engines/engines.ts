// @ts-expect-error It has no types; it is shared with the test command.
import { findFirefox, findWebKit } from "../../../../scripts/browsers.mjs";
import { chromiumPath } from "../browser.ts";
import type { Engine } from "./engine.ts";
import { launchChromium, launchFirefox } from "./puppeteer.ts";
import { launchWebKit, type WebKitPrograms } from "./webKit.ts";

interface KnownEngine {
  readonly name: string;
  readonly launch: (() => Promise<Engine>) | null;
  readonly remedy: string;
}

const firefox: string | null = findFirefox();
const webKit: WebKitPrograms | null = findWebKit();

/** Chromium is there, or no browser test can run. */
export const ENGINES: readonly KnownEngine[] = [
  { name: "Chromium", launch: () => launchChromium(chromiumPath()), remedy: "" },
  {
    name: "Firefox",
    launch: firefox ? () => launchFirefox(firefox) : null,
    remedy: "Install Firefox (Debian: firefox-esr), or set FIREFOX to its path",
  },
  {
    name: "WebKit",
    launch: webKit ? () => launchWebKit(webKit) : null,
    remedy: "Install WebKitWebDriver and Xvfb (Debian: webkit2gtk-driver, xvfb)",
  },
];
