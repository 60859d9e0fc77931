import { readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Plugin } from "esbuild";
import type { Options } from "tsup";

/**
 * What only some commands load, in bundles of its own: a dynamic import of one of these modules loads its chunk. The
 * modules of a chunk are named by their path below `src`, or as they are imported.
 */
const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  cloud: ["cloud/cloudTracker.ts", "cloud/login.ts", "cloud/logout.ts", "cloud/offer.ts"],
  completion: ["commands/completion.ts"],
  deployFiles: ["commands/deployFiles.ts"],
  doctor: ["commands/doctor.ts"],
  // One file of it: the whole library holds every way of signing a server in at Google.
  googleAuth: ["google-auth-library/build/src/auth/oauth2client.js"],
  importFile: ["commands/import/add.ts", "files/backupContents.ts"],
  network: ["cloud/network.ts"],
  picture: ["@dailyleet/core/picture"],
  questions: [
    "@dailyleet/core/plan",
    "@dailyleet/core/schedule",
    "commands/questions/list.ts",
    "commands/questions/practice.ts",
    "commands/questions/review.ts",
    "commands/questions/sheet.ts",
  ],
  reminder: ["commands/remind.ts"],
  server: ["@dailyleet/local/server"],
  ui: ["ui/App.tsx"],
  width: ["terminal/unicodeWidth.ts"],
};
/**
 * Modules that chunks take from the main bundle: those of which `main.ts` exports everything. Core names what it exports
 * of its errors, because `export *` of a module outside the bundle keeps all of core.
 */
const IN_MAIN = [
  "../../core/src/errors.ts",
  ...Array.from(readFileSync("src/main.ts", "utf8").matchAll(/^export \* from "\.\/(.+)";$/gm), ([, module]) => module),
];
/** The chunks that are ES modules, because Ink waits at its top level. */
const MODULES = ["ui"];
const SOURCES = resolve("src");

function bundleOf(chunk: string): string {
  return MODULES.includes(chunk) ? `${chunk}.mjs` : `${chunk}.cjs`;
}

/** The entry points of the chunks that are ES modules, or of the others. */
export function chunkEntries(areModules: boolean): Record<string, string> {
  const chunks = Object.keys(CHUNKS).filter((chunk) => MODULES.includes(chunk) === areModules);
  return Object.fromEntries(chunks.map((chunk) => [chunk, `chunk:${chunk}`]));
}

/**
 * Keeps chunks out of the bundles that import them, and makes their entry points. A static import of a chunk's module
 * copies it into the importer's bundle; only a chunk that is an ES module imports the other chunk.
 */
export const separateChunks: Plugin = {
  name: "separate-chunks",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
      const isShared = kind === "import-statement" && build.initialOptions.format === "esm";
      if (kind !== "dynamic-import" && !isShared) return undefined;
      const module = moduleOf(path, resolveDir);
      const chunk = Object.keys(CHUNKS).find((name) => CHUNKS[name]?.includes(module));
      if (chunk === undefined || (isShared && MODULES.includes(chunk))) return undefined;
      return { path: `./${bundleOf(chunk)}`, external: true };
    });
    build.onResolve({ filter: /^chunk:/ }, ({ path }) => ({ path: path.slice("chunk:".length), namespace: "chunk" }));
    build.onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => ({
      contents: modulesOf(path)
        .map((module) => `export * from "${module}";`)
        .join("\n"),
      resolveDir: SOURCES,
    }));
  },
};

/** The path below `src` of a module, or the name of a package. */
function moduleOf(path: string, resolveDir: string): string {
  return path.startsWith(".") ? relative(SOURCES, join(resolveDir, path)).split(sep).join("/") : path;
}

/** The specifiers of a chunk's modules, for imports from `src`. */
function modulesOf(chunk: string): string[] {
  return (CHUNKS[chunk] ?? []).map((module) => (/\.tsx?$/.test(module) ? `./${module}` : module));
}

/** Chunks need nothing of commander, with which their verbs' files declare options. */
export const withoutCommander: Plugin = {
  name: "without-commander",
  setup(build) {
    build.onResolve({ filter: /^commander$/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

/** CommonJS chunks are loaded with `require`: `import()` starts Node's ESM loader, which also parses the file for exports. */
export const requiredChunks: NonNullable<Options["plugins"]>[number] = {
  name: "required-chunks",
  renderChunk: (code) => ({ code: code.replace(/\bimport\(("[^"]+(?<!\.mjs)")\)/g, "Promise.resolve(require($1))") }),
};

/** Chunks take these modules from the main bundle; so `instanceof` works across bundles. */
export const sharedWithMain: Plugin = {
  name: "shared-with-main",
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) =>
      kind === "import-statement" && IN_MAIN.includes(moduleOf(path, resolveDir))
        ? { path: "./main.cjs", external: true }
        : undefined,
    );
  },
};

/** Commander's test for variadic options, and an equivalent one for ASCII names. */
const VARIADIC = { costly: "/\\p{ID_Continue}\\.\\.\\.[>\\]]$/u", plain: "/\\w\\.\\.\\.[>\\]]$/" };

/**
 * Makes commander start sooner: it copies each Node module that it imports whole, loads `child_process` (3 ms) for
 * executable subcommands, which this program has none of, and compiles a Unicode class (1 ms) for each option.
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

/** Leaves out the 10 MB that Google's library would fetch with: here it only checks a signature. */
export const noFetching = replacing(
  "no-fetching",
  /^(node-fetch|https-proxy-agent)$/,
  (path) => `throw new Error("'${path}' is not part of this program");`,
);

/** Leaves out React's debugger, which Ink loads on demand. */
export const withoutDebugger = replacing("without-debugger", /\/devtools\.js$/, () => "");

/** Gives modules other contents. */
function replacing(name: string, filter: RegExp, contentsOf: (path: string) => string): Plugin {
  return {
    name,
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: name }));
      build.onLoad({ filter: /./, namespace: name }, ({ path }) => ({ contents: contentsOf(path) }));
    },
  };
}
