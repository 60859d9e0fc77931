import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { build } from "esbuild";
import type { Build } from "../src/worker/strategies.ts";
import { NOTICES } from "./bundle.ts";

const SOURCE = fileURLToPath(new URL("../src/worker/worker.ts", import.meta.url));
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

/** Puts a service worker beside the built page that knows by name and version what was built. */
export function serviceWorker(): AstroIntegration {
  return {
    name: "service-worker",
    hooks: { "astro:build:done": ({ dir }) => buildWorker(fileURLToPath(dir)) },
  };
}

/** Writes `sw.js` for the files of a directory, whose page is `index.html`. */
export async function buildWorker(directory: string): Promise<void> {
  await build({
    entryPoints: [SOURCE],
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
