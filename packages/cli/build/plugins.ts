import type { Plugin } from "esbuild";
import { BUNDLES, UI } from "./bundles.ts";

/** Leaves imports of other bundles external. */
export const separateBundles: Plugin = {
  name: "separate-bundles",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path, importer }) => {
      if (kind !== "dynamic-import" || path.startsWith("node:") || /node_modules/.test(importer)) return undefined;
      const bundle = BUNDLES[path];
      if (bundle === undefined) return { errors: [{ text: `'${path}' is no bundle; import it statically` }] };
      return { path: `./${bundle.name}.${bundle.name === UI ? "mjs" : "cjs"}`, external: true };
    });
  },
};

/** Leaves out 10 MB with which Google's library would make requests; here it only checks a signature. */
export const noFetching = replacing(
  "no-fetching",
  /^(node-fetch|https-proxy-agent)$/,
  /[\\/]gaxios[\\/]/,
  (path) => `throw new Error("'${path}' is not part of this program");`,
);

/**
 * Leaves out child_process, with which Commander starts subcommands: no verb is one, and loading it slows every
 * command.
 */
export const noExecutables = replacing(
  "no-executables",
  /^node:child_process$/,
  /[\\/]commander[\\/]/,
  () => "export default {};",
);

/** Leaves out React's debugger, which Ink loads on demand. */
export const withoutDebugger = replacing("without-debugger", /\/devtools\.js$/, /./, () => "");

/** Replaces the contents of modules that files matching `importers` import. */
function replacing(name: string, filter: RegExp, importers: RegExp, contentsOf: (path: string) => string): Plugin {
  return {
    name,
    setup(build) {
      build.onResolve({ filter }, ({ path, importer }) =>
        importers.test(importer) ? { path, namespace: name } : undefined,
      );
      build.onLoad({ filter: /./, namespace: name }, ({ path }) => ({ contents: contentsOf(path) }));
    },
  };
}
