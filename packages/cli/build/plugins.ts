import type { Plugin } from "esbuild";
import { BUNDLES, UI } from "./bundles.ts";

/** Keeps other bundles out of the one that imports them. */
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

/** Leaves out the 10 MB that Google's library would fetch with: here it only checks a signature. */
export const noFetching = replacing(
  "no-fetching",
  /^(node-fetch|https-proxy-agent)$/,
  /[\\/]gaxios[\\/]/,
  (path) => `throw new Error("'${path}' is not part of this program");`,
);

/** Leaves out what Commander would start programs with: loading it costs every command, and no verb is a program. */
export const noExecutables = replacing(
  "no-executables",
  /^node:child_process$/,
  /[\\/]commander[\\/]/,
  () => "export default {};",
);

/** Leaves out React's debugger, which Ink loads on demand. */
export const withoutDebugger = replacing("without-debugger", /\/devtools\.js$/, /./, () => "");

/** Gives the modules that `importers` import other contents. */
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
