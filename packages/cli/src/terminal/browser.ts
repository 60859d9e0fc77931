import type { Context, Env } from "../context.ts";

/** What to say where it does not work; the address has been printed by then. */
export const NO_BROWSER = "Can't start a browser; open the address above yourself.";

/** Hands a web address to the person's browser and resolves to whether that works. */
export function openInBrowser({ env, platform, start }: Context, address: string): Promise<boolean> {
  if (platform === "win32") return start(openerOfWindows(env), ["url.dll,FileProtocolHandler", address]);
  return start(platform === "darwin" ? "open" : "xdg-open", [address]);
}

/** With its path: for a bare name Windows looks in the current directory first. */
function openerOfWindows({ SystemRoot = "C:\\Windows" }: Env): string {
  return `${SystemRoot}\\System32\\rundll32.exe`;
}
