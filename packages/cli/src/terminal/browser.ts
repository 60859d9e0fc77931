import type { Context } from "../context.ts";

export const NO_BROWSER = "Can't start a browser; open the address above yourself.";

/** Resolves to false if the browser can't be started. */
export function openInBrowser({ env, platform, start }: Context, address: string): Promise<boolean> {
  if (platform !== "win32") return start(platform === "darwin" ? "open" : "xdg-open", [address]);
  // Use a full path: Windows looks for a bare name in the current directory first.
  const { SystemRoot = "C:\\Windows" } = env;
  return start(`${SystemRoot}\\System32\\rundll32.exe`, ["url.dll,FileProtocolHandler", address]);
}
