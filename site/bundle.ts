import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, normalize, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration, ViteUserConfig } from "astro";
import { build } from "esbuild";
import { bundledPackages, NEETCODE_LIST, noticesText } from "../scripts/notices/notices.ts";
import type { Build } from "./src/worker/strategies.ts";

type VitePlugin = Extract<NonNullable<ViteUserConfig["plugins"]>[number], { name: string }>;

/** The static imports of each script of the build, by file name. */
type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Adds preload links to the page, then writes the licences of bundled packages and the service worker. The worker is
 * last, because its version is a hash of the finished page.
 */
export function bundle(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  // Astro inlines the code that starts the islands, so the bundler does not report it.
  const files = new Set([createRequire(import.meta.url).resolve("astro/package.json")]);
  const noteChunks: VitePlugin = {
    name: "note-chunks",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_, output) {
      for (const part of Object.values(output)) {
        if (part.type === "asset") {
          for (const name of part.originalFileNames) files.add(resolve(SITE, name));
          continue;
        }
        imports.set(part.fileName, part.imports);
        for (const [id, { renderedLength }] of Object.entries(part.modules))
          if (renderedLength > 0) files.add(normalize(id));
      }
    },
  };
  return {
    name: "bundle",
    hooks: {
      "astro:config:setup": ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [noteChunks] } });
      },
      "astro:build:done": async ({ dir }) => {
        const directory = fileURLToPath(dir);
        const page = join(directory, "index.html");
        writeFileSync(page, withPreloads(readFileSync(page, "utf8"), imports));
        const notices = noticesText("The site of dailyleet has in it:", [...bundledPackages(files), NEETCODE_LIST]);
        writeFileSync(join(directory, NOTICES), notices);
        await buildWorker(directory);
      },
    },
  };
}

const SITE = fileURLToPath(new URL(".", import.meta.url));
const NOTICES = "third-party-notices.txt";

/**
 * Adds a `modulepreload` link for each script of the page and for its static imports, so that the browser requests all
 * of them at once (https://html.spec.whatwg.org/#link-type-modulepreload). Two `<meta>` elements list the further
 * scripts of the islands and of the sign-in screen; the script in the head preloads one of the lists (`GATE_SCRIPT`).
 */
export function withPreloads(page: string, imports: Imports): string {
  const closure = (begin: readonly string[], found = new Set<string>()) => {
    for (const name of begin.filter((name) => !found.has(name))) closure(imports.get(name) ?? [], found.add(name));
    return found;
  };
  const names = [...imports.keys()];
  const own = closure(names.filter((name) => page.includes(`src="/${name}"`)));
  const list = (named: readonly string[]) =>
    [...closure(named)].filter((name) => !own.has(name)).map((name) => `/${name}`);
  const islands = list(names.filter((name) => page.includes(`-url="/${name}"`)));
  const gate = list(names.filter((name) => /\/gate\./.test(name)));
  const links = [...own].map((name) => `<link rel="modulepreload" href="/${name}">`);
  const metas = Object.entries({ islands, gate }).map(
    ([name, files]) => `<meta name="${name}" content="${files.join(" ")}">`,
  );
  return page.replace("<script>", (script) => links.join("") + metas.join("") + script);
}

const WORKER = fileURLToPath(new URL("./src/worker/worker.ts", import.meta.url));
const OUTPUT = "sw.js";
const NOT_KEPT = [
  OUTPUT,
  // Belongs to the deployment, not to the build.
  "dailyleet.json",
  // Hosts answer it with status 404, which would fail the worker's installation.
  "404.html",
  // Only link previews on other sites load it.
  "share.png",
  // Nobody needs them offline.
  NOTICES,
];

/** Writes `sw.js` into the directory of the built site. */
export async function buildWorker(directory: string): Promise<void> {
  await build({
    entryPoints: [WORKER],
    outfile: join(directory, OUTPUT),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
    define: { BUILD: JSON.stringify(describeBuild(directory)) },
  });
}

export function describeBuild(directory: string): Build {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((name) => !NOT_KEPT.includes(name))
    .sort();
  const hash = createHash("sha256");
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(directory, name)))
      .update("\0");
  return {
    version: hash.digest("hex").slice(0, 16),
    files: names.map((name) => (name === "index.html" ? "/" : `/${name}`)),
  };
}
