import { readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import type { Options } from "tsup";

/** From the package's folder, where npm starts tsup. */
const CORE = realpathSync("../core/src");

/** The parts that are modules, because what they are made of waits at its top level. */
export const MODULES = ["ui"];

function bundleOf(part: string): string {
  return MODULES.includes(part) ? `${part}.mjs` : `${part}.cjs`;
}

/** What only some commands need is imported dynamically from `src/parts`; each file there is a bundle of its own. */
export const separateParts: Plugin = {
  name: "separate-parts",
  setup(build) {
    build.onResolve({ filter: /\/parts\/\w+\.ts$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: `./${bundleOf(basename(path, ".ts"))}`, external: true } : undefined,
    );
  },
};

/**
 * CommonJS asks for CommonJS by `require`: an `import()` loads all that Node has for modules, and reads a file once more
 * to find what it exports.
 */
export const requiredParts: NonNullable<Options["plugins"]>[number] = {
  name: "required-parts",
  renderChunk: (code) => ({ code: code.replace(/\bimport\(("[^"]+(?<!\.mjs)")\)/g, "Promise.resolve(require($1))") }),
};

/** The parts take the class of all errors from the main bundle, which is loaded already: it must be the same one. */
export const sharedErrors: Plugin = {
  name: "shared-errors",
  setup(build) {
    build.onResolve({ filter: /\/errors\.ts$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path) === join(CORE, "errors.ts") ? { path: "errors.ts", namespace: "shared" } : undefined,
    );
    build.onResolve({ filter: /\/main\.cjs$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /./, namespace: "shared" }, () => ({
      contents:
        build.initialOptions.format === "esm"
          ? 'export { DailyleetError, hasCode } from "./main.cjs";'
          : 'export const { DailyleetError, hasCode } = require("./main.cjs");',
    }));
  },
};

/** How commander tells whether an option takes several values; and the same for options whose names are ASCII. */
const VARIADIC = { costly: "/\\p{ID_Continue}\\.\\.\\.[>\\]]$/u", plain: "/\\w\\.\\.\\.[>\\]]$/" };

/**
 * Commander imports Node's modules whole, which makes a copy of each; it would load `child_process`, 3 ms, for
 * subcommands that are programs of their own; and it works out a class of Unicode, 1 ms, for each option.
 */
export const leanCommander: Plugin = {
  name: "lean-commander",
  setup(build) {
    build.onResolve({ filter: /^node:(child_process|fs|path|process)$/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path, namespace: "whole" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "whole" }, ({ path }) => ({
      contents: `export default ${path === "node:child_process" ? "{}" : `require("${path}")`};`,
    }));
    build.onLoad({ filter: /[\\/]commander[\\/]lib[\\/]option\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes(VARIADIC.costly)) throw new Error(`${path} has changed; look whether this is still needed.`);
      return { contents: source.replace(VARIADIC.costly, VARIADIC.plain) };
    });
  },
};

/** Google's library checks a signature and fetches nothing here: what it would fetch with stays out, 10 MB of it. */
export const noFetching: Plugin = {
  name: "no-fetching",
  setup(build) {
    build.onResolve({ filter: /^(node-fetch|https-proxy-agent)$/ }, ({ path }) => ({ path, namespace: "left-out" }));
    build.onLoad({ filter: /./, namespace: "left-out" }, ({ path }) => ({
      contents: `throw new Error("'${path}' is not part of this program");`,
    }));
  },
};

/** Ink would load React's debugger, which is no part of this program, if somebody asked for it. */
export const withoutDebugger: Plugin = {
  name: "without-debugger",
  setup(build) {
    build.onResolve({ filter: /\/devtools\.js$/ }, ({ path }) => ({ path, namespace: "no-debugger" }));
    build.onLoad({ filter: /./, namespace: "no-debugger" }, () => ({ contents: "" }));
  },
};

/** The server reads what its sign-in window loads from files beside its source; here it carries their texts. */
export const windowFilesAsText: Plugin = {
  name: "window-files-as-text",
  setup({ esbuild, onLoad }) {
    onLoad({ filter: /[\\/]signin[\\/]windowFiles\.ts$/ }, ({ path }) => {
      const text = (loader: "js" | "css") => {
        const source = readFileSync(join(dirname(path), `window.${loader}`), "utf8");
        return JSON.stringify(esbuild.transformSync(source, { loader, minify: true }).code);
      };
      return { contents: `export const WINDOW_SCRIPT = ${text("js")}, WINDOW_STYLE = ${text("css")};` };
    });
  },
};
