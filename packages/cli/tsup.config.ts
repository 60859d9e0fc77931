import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Options } from "tsup";
import { copyFiles, requireSite } from "./build/copies.ts";
import { noteBundled, writeNotices } from "./build/notices.ts";
import { leanCommander, noFetching, separateParts, sharedErrors } from "./build/plugins.ts";

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

const parts = readdirSync(join(import.meta.dirname, "src/parts")).map((file) => join("src/parts", file));

export default defineConfig(() => {
  requireSite();
  copyFiles();
  return [
    {
      ...common,
      entry: ["src/main.ts"],
      esbuildPlugins: [separateParts, leanCommander, noteBundled],
      onSuccess: writeNotices,
    },
    {
      ...common,
      entry: parts,
      esbuildPlugins: [separateParts, sharedErrors, noFetching, noteBundled],
      onSuccess: writeNotices,
    },
  ];
});
