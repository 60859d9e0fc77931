import { defineConfig, type Options } from "tsup";
import { BUNDLES, UI } from "./build/bundles.ts";
import { copyFiles, noteBundled, requireSite, writeNotices } from "./build/files.ts";
import { noExecutables, noFetching, separateBundles, withoutDebugger } from "./build/plugins.ts";

/** Each bundle contains its own copy of everything it imports. */
const common: Options = {
  target: "node22",
  splitting: false,
  minify: true,
  removeNodeProtocol: false,
  noExternal: [/./],
  silent: true,
  onSuccess: writeNotices,
};

function entries(isWanted: (bundle: { readonly name: string }) => boolean): Record<string, string> {
  const wanted = Object.values(BUNDLES).filter(isWanted);
  return Object.fromEntries(wanted.map(({ name, entry }) => [name, entry]));
}

export default defineConfig((): Options[] => {
  requireSite();
  copyFiles();
  return [
    {
      ...common,
      entry: { program: "src/main.ts", ...entries(({ name }) => name !== UI) },
      // Node starts CommonJS sooner than ES modules.
      format: "cjs",
      define: { "import.meta.dirname": "__dirname" },
      esbuildPlugins: [separateBundles, noFetching, noExecutables, noteBundled],
    },
    {
      ...common,
      entry: entries(({ name }) => name === UI),
      // Ink waits at its top level.
      format: "esm",
      outExtension: () => ({ js: ".mjs" }),
      // Some of what Ink is made of asks for Node's modules as CommonJS does.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      // React without its development half, and Ink without its debugger.
      define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
      esbuildPlugins: [separateBundles, withoutDebugger, noteBundled],
    },
  ];
});
