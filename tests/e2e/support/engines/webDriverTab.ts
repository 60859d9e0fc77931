import { vi } from "vitest";
import type { Tab } from "./engine.ts";
import type { Session } from "./webDriver.ts";

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Readonly<Record<string, string>> = { Enter: "\uE007", Tab: "\uE004" };

const WAIT = { timeout: 60_000 };

/** The tab that the session has in front. */
export async function frontTab(session: Session): Promise<Tab> {
  return tabOf(session, await session.get("window"));
}

function tabOf(session: Session, handle: string): Tab {
  /** Commands go to the tab in front. */
  const post = async <Value>(command: string, parameters?: object) => {
    await session.post("window", { handle });
    return session.post<Value>(command, parameters);
  };
  const handles = () => session.get<string[]>("window/handles");
  return {
    goto: (url) => post("url", { url }),
    reload: () => post("refresh"),
    back: () => post("back"),
    async click(xpath) {
      const found = await post<Record<string, string>>("element", { using: "xpath", value: xpath });
      await session.post(`element/${Object.values(found)[0]}/click`);
    },
    async press(key) {
      const strokes = ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key }));
      await post("actions", { actions: [{ type: "key", id: "keyboard", actions: strokes }] });
    },
    async opened(act) {
      const before = await handles();
      await act();
      const opened = await vi.waitUntil(async () => (await handles()).find((one) => !before.includes(one)), WAIT);
      return tabOf(session, opened);
    },
    isOpen: async () => (await handles()).includes(handle),
    evaluate: (read, ...args) => post("execute/sync", { script: `return (${read}).apply(null, arguments)`, args }),
  };
}
