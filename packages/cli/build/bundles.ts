/**
 * The parts of the program that are loaded when they are asked for, each a bundle of its own: how the program imports a
 * part, and the part's file. Every other module is in the program itself and is imported statically: esbuild would put
 * whatever a dynamic import reaches, all of core included, into functions that Node compiles anew at each start.
 */
export const BUNDLES: Readonly<Record<string, { readonly name: string; readonly entry: string }>> = {
  "@dailyleet/core/picture": { name: "picture", entry: "../core/src/picture/yearPicture.ts" },
  "@dailyleet/local/server": { name: "server", entry: "../local/src/server.ts" },
  "../sites/ask.ts": { name: "sites", entry: "src/sites/ask.ts" },
  "../ui/App.tsx": { name: "ui", entry: "src/ui/App.tsx" },
  "./cloud/network.ts": { name: "network", entry: "src/cloud/network.ts" },
  "./failures.ts": { name: "failures", entry: "../client/src/failures.ts" },
  "./import/read.ts": { name: "read", entry: "src/commands/import/read.ts" },
  "./proxyAgent.ts": { name: "proxy", entry: "src/cloud/proxyAgent.ts" },
  "./restore/forPage.ts": { name: "backups", entry: "src/commands/restore/forPage.ts" },
  "./unicodeWidth.ts": { name: "width", entry: "src/terminal/unicodeWidth.ts" },
  "../cloud/googleLibrary.ts": { name: "google", entry: "src/cloud/googleLibrary.ts" },
};

/** The only ES module: Ink waits at its top level. */
export const UI = "ui";
