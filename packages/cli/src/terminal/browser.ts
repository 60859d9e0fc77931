import type { Context } from "../context.ts";

/** What to say where it does not work; the address has been printed by then. */
export const NO_BROWSER = "The browser could not be started; open the address above yourself.";

/** Hands a web address to the person's browser and resolves to whether that works. */
export function openInBrowser({ platform, start }: Context, address: string): Promise<boolean> {
  if (platform === "win32") return start("rundll32", ["url.dll,FileProtocolHandler", address]);
  return start(platform === "darwin" ? "open" : "xdg-open", [address]);
}
