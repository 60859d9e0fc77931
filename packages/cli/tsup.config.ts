import { cpSync, existsSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "esbuild";
import { defineConfig, type Options } from "tsup";

const HERE = import.meta.dirname;
const CORE = realpathSync(join(HERE, "../core/src"));
const SITE = join(HERE, "../../site/dist");
const SITE_COPY = join(HERE, "dist/site");

/** What only some commands need is imported dynamically from `src/parts`; each file there is a bundle of its own. */
const separateParts: Plugin = {
  name: "separate-parts",
  setup(build) {
    build.onResolve({ filter: /\/parts\/\w+\.ts$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: `./${basename(path, ".ts")}.cjs`, external: true } : undefined,
    );
  },
};

/** The parts take the class of all errors from the main bundle, which is loaded already: it must be the same one. */
const sharedErrors: Plugin = {
  name: "shared-errors",
  setup(build) {
    build.onResolve({ filter: /\/errors\.ts$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path) === join(CORE, "errors.ts") ? { path: "errors.ts", namespace: "shared" } : undefined,
    );
    build.onResolve({ filter: /\/main\.cjs$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /./, namespace: "shared" }, () => ({
      contents: 'export const { DailyleetError, hasCode } = require("./main.cjs");',
    }));
  },
};

/**
 * Commander imports Node's modules whole, which makes a copy of each; and it would load `child_process`, 3 ms, for
 * subcommands that are programs of their own.
 */
const leanCommander: Plugin = {
  name: "lean-commander",
  setup(build) {
    build.onResolve({ filter: /^node:(child_process|fs|path|process)$/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path, namespace: "whole" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "whole" }, ({ path }) => ({
      contents: `export default ${path === "node:child_process" ? "{}" : `require("${path}")`};`,
    }));
  },
};

/** Google's library checks a signature and fetches nothing here: what it would fetch with stays out, 10 MB of it. */
const noFetching: Plugin = {
  name: "no-fetching",
  setup(build) {
    build.onResolve({ filter: /^(node-fetch|https-proxy-agent)$/ }, ({ path }) => ({ path, namespace: "left-out" }));
    build.onLoad({ filter: /./, namespace: "left-out" }, ({ path }) => ({
      contents: `throw new Error("'${path}' is not part of this program");`,
    }));
  },
};

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

function requireSite(): void {
  if (existsSync(join(SITE, "index.html"))) return;
  console.error("The site is not built yet; run 'npm run build --workspace site' first.");
  process.exit(1);
}

async function copySite(): Promise<void> {
  rmSync(SITE_COPY, { recursive: true, force: true });
  cpSync(SITE, SITE_COPY, { recursive: true });
}

const parts = readdirSync(join(HERE, "src/parts")).map((file) => join("src/parts", file));

export default defineConfig(() => {
  requireSite();
  return [
    {
      ...common,
      entry: ["src/main.ts"],
      esbuildPlugins: [separateParts, leanCommander],
      onSuccess: copySite,
    },
    { ...common, entry: parts, esbuildPlugins: [separateParts, sharedErrors, noFetching] },
  ];
});
