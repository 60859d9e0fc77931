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

/** What each script of the build imports at once, by file name. */
type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Puts into the page what its scripts import at once; beside the page the licences of what is bundled, and last, because
 * it knows the page as it is in the end, the service worker.
 */
export function bundle(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  // Astro writes the code that starts the islands into the page itself, past the bundler.
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
 * The page with a link for each script that it runs itself and for all that these import at once, so that the browser
 * asks for all of them instead of finding one in the other (https://html.spec.whatwg.org/#link-type-modulepreload). What
 * its islands and the sign-in screen need besides stands in a `<meta>` element each, of which its head preloads one
 * (`GATE_SCRIPT`).
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
  // The deployment's own, not the build's.
  "dailyleet.json",
  // Hosts answer it with status 404, and one such answer would end the worker's installation.
  "404.html",
  // Only sites that show a link to this one load it.
  "share.png",
  // Nobody needs them offline.
  NOTICES,
];

/** Writes `sw.js` for the files of a directory, whose page is `index.html`. */
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
