import puppeteer, { type BrowserContext, type KeyInput, type LaunchOptions, type Page } from "puppeteer-core";
import type { Engine, Tab } from "./engine.ts";

/** Chromium with scroll bars that take room, as on most desktops; puppeteer hides them by default. */
export function launchChromium(executablePath: string, options: LaunchOptions = {}): Promise<Engine> {
  const args = ["--no-sandbox", "--disable-gpu"];
  return launch({ browser: "chrome", executablePath, args, ignoreDefaultArgs: ["--hide-scrollbars"], ...options });
}

export function launchFirefox(executablePath: string, preferences: Record<string, unknown> = {}): Promise<Engine> {
  return launch({ browser: "firefox", executablePath, extraPrefsFirefox: preferences });
}

async function launch(options: LaunchOptions): Promise<Engine> {
  const browser = await puppeteer.launch({ ...options, defaultViewport: { width: 1280, height: 800 } });
  let profile: BrowserContext | null = null;
  return {
    async newTab() {
      await profile?.close();
      profile = await browser.createBrowserContext();
      return tabOf(await profile.newPage());
    },
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    async click(xpath) {
      using found = await page.$(`::-p-xpath(${xpath})`);
      if (found === null) throw new Error(`no ${xpath}`);
      // The browser does not render days outside the window (`content-visibility`); until a day is painted, a click
      // misses its buttons.
      const isHit = () =>
        found.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      // Do not scroll to the buttons of the sticky bar: Firefox would scroll the page.
      if (!(await isHit())) await found.scrollIntoView();
      if (!(await isHit())) throw new Error(`${xpath} is covered or not painted yet`);
      await found.click();
    },
    press: (key) => page.keyboard.press(key as KeyInput),
    async opened(act) {
      const popup = new Promise<Page | null>((resolve) => page.once("popup", resolve));
      await act();
      const opened = await popup;
      if (opened === null) throw new Error("no window was opened");
      return tabOf(opened);
    },
    isOpen: async () => !page.isClosed(),
    evaluate: <Args extends unknown[], Result>(read: (...args: Args) => Result, ...args: Args) =>
      page.evaluate(read as (...args: unknown[]) => Awaited<Result>, ...args),
  };
}
