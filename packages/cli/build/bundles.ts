/**
 * Bundles that the program loads on demand, by the specifier of their dynamic import, each with its name and source
 * file. All other modules must be imported statically: esbuild wraps everything that a dynamic import reaches, here all
 * of core, in functions that Node compiles anew at each start.
 */
export const BUNDLES: Readonly<Record<string, { readonly name: string; readonly entry: string }>> = {
  "@dailyleet/core/picture": { name: "picture", entry: "../core/src/picture/yearPicture.ts" },
  "@dailyleet/local/server": { name: "server", entry: "../local/src/server.ts" },
  "../judges/ask.ts": { name: "judges", entry: "src/judges/ask.ts" },
  "../ui/App.tsx": { name: "ui", entry: "src/ui/App.tsx" },
  "./cloud/network.ts": { name: "network", entry: "src/cloud/network.ts" },
  "./failures.ts": { name: "failures", entry: "../client/src/failures.ts" },
  "./import/read.ts": { name: "read", entry: "src/commands/import/read.ts" },
  "./proxyAgent.ts": { name: "proxy", entry: "src/cloud/proxyAgent.ts" },
  "./restore/forPage.ts": { name: "backups", entry: "src/commands/restore/forPage.ts" },
  "./unicodeWidth.ts": { name: "width", entry: "src/terminal/unicodeWidth.ts" },
  "../cloud/googleLibrary.ts": { name: "google", entry: "src/cloud/googleLibrary.ts" },
};

/** The only bundle that is an ES module, because Ink uses top-level await. */
export const UI = "ui";
