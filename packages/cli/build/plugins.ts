import type { Plugin } from "esbuild";

/** Dynamic imports that stay imports, of another bundle; all others are part of the bundle that has them. */
const BUNDLES: Readonly<Record<string, string>> = {
  "./proxyAgent.ts": "./proxy.cjs",
  "../sites/ask.ts": "./sites.cjs",
  "../ui/App.tsx": "./ui.mjs",
  "@dailyleet/local/server": "./server.cjs",
};

/** Keeps other bundles out of the one that imports them. */
export const separateBundles: Plugin = {
  name: "separate-bundles",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path }) => {
      const bundle = kind === "dynamic-import" ? BUNDLES[path] : undefined;
      return bundle === undefined ? undefined : { path: bundle, external: true };
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
