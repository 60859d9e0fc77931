// @ts-expect-error It has no types; it is shared with the test command.
import { findFirefox, findWebKit } from "../../../../scripts/browsers.mjs";
import type { Engine } from "./engine.ts";
import { launchFirefox } from "./puppeteer.ts";
import { launchWebKit, type WebKitPrograms } from "./webKit.ts";

interface KnownEngine {
  readonly name: string;
  readonly launch: (() => Promise<Engine>) | null;
  readonly remedy: string;
}

const firefox: string | null = findFirefox();
const webKit: WebKitPrograms | null = findWebKit();

/** The engines besides Chromium, which all other files use. */
export const ENGINES: readonly KnownEngine[] = [
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
