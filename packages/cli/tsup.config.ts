import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { defineConfig, type Options } from "tsup";
import { copyFiles, requireSite } from "./build/copies.ts";
import { noteBundled, writeNotices } from "./build/notices.ts";
import {
  leanCommander,
  MODULES,
  noFetching,
  requiredParts,
  separateParts,
  sharedErrors,
  windowFilesAsText,
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
  silent: true,
};

const parts = readdirSync(join(import.meta.dirname, "src/parts"));
const entriesOf = (files: readonly string[]) => files.map((file) => join("src/parts", file));
const isModule = (file: string) => MODULES.includes(basename(file, ".ts"));

export default defineConfig(() => {
  requireSite();
  copyFiles();
  return [
    {
      ...common,
      entry: ["src/main.ts"],
      esbuildPlugins: [separateParts, leanCommander, noteBundled],
      plugins: [requiredParts],
      onSuccess: writeNotices,
    },
    {
      ...common,
      entry: entriesOf(parts.filter((file) => !isModule(file))),
      esbuildPlugins: [separateParts, sharedErrors, noFetching, windowFilesAsText, noteBundled],
      plugins: [requiredParts],
      onSuccess: writeNotices,
    },
    {
      ...common,
      entry: entriesOf(parts.filter(isModule)),
      format: "esm",
      outExtension: () => ({ js: ".mjs" }),
      // Some of what Ink is made of asks for Node's modules as CommonJS does.
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      // React without its development half, and Ink without its debugger.
      define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": '"false"' },
      esbuildPlugins: [separateParts, sharedErrors, withoutDebugger, noteBundled],
      onSuccess: writeNotices,
    },
  ];
});
