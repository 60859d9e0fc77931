import { defineConfig, type Options } from "tsup";
import { copyFiles, noteBundled, requireSite, writeNotices } from "./build/files.ts";
import {
  chunkEntries,
  leanCommander,
  noFetching,
  requiredChunks,
  separateChunks,
  sharedWithMain,
  withoutCommander,
  withoutDebugger,
} from "./build/plugins.ts";

/** CommonJS in few files, because Node starts that soonest. */
const common: Options = {
  format: "cjs",
  target: "node22",
  splitting: false,
  minify: true,
  removeNodeProtocol: false,
  noExternal: [/./],
  define: { "import.meta.dirname": "__dirname" },
  silent: true,
};

/** Entry points that are no files, which tsup doesn't take itself. */
const entries = (entryPoints: Record<string, string>): Options => ({
  entry: ["src/main.ts"],
  esbuildOptions: (options) => {
    options.entryPoints = entryPoints;
  },
});

export default defineConfig(() => {
  requireSite();
  copyFiles();
  return [
    {
      ...common,
      entry: ["src/main.ts"],
      esbuildPlugins: [separateChunks, leanCommander, noteBundled],
      plugins: [requiredChunks],
      onSuccess: writeNotices,
    },
    {
      ...common,
      ...entries(chunkEntries(false)),
      esbuildPlugins: [separateChunks, sharedWithMain, withoutCommander, noFetching, noteBundled],
      plugins: [requiredChunks],
      onSuccess: writeNotices,
    },
    {
      ...common,
      ...entries(chunkEntries(true)),
      format: "esm",
      outExtension: () => ({ js: ".mjs" }),
      // Some of what Ink is made of asks for Node's modules as CommonJS does.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      // React without its development half, and Ink without its debugger.
      define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
      esbuildPlugins: [separateChunks, sharedWithMain, withoutCommander, withoutDebugger, noteBundled],
      onSuccess: writeNotices,
    },
  ];
});
