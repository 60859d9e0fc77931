import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { normalize } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration, ViteUserConfig } from "astro";
import { bundledPackages, NEETCODE_LIST, noticesText } from "../../scripts/notices/notices.ts";

type VitePlugin = Extract<NonNullable<ViteUserConfig["plugins"]>[number], { name: string }>;

/** What each script of the build imports at once, by file name. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Puts into the page what its scripts import at once, and beside the page the licences of what is bundled. */
export function bundle(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  // Astro writes the code that starts the islands into the page itself, past the bundler.
  const files = new Set([createRequire(import.meta.url).resolve("astro/package.json")]);
  const noteChunks: VitePlugin = {
    name: "note-chunks",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_, output) {
      for (const part of Object.values(output)) {
        if (part.type !== "chunk") continue;
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
      "astro:build:done": ({ dir }) => {
        const page = fileURLToPath(new URL("index.html", dir));
        writeFileSync(page, withPreloads(readFileSync(page, "utf8"), imports));
        const notices = noticesText("The site of dailyleet has in it:", [...bundledPackages(files), NEETCODE_LIST]);
        writeFileSync(fileURLToPath(new URL(NOTICES, dir)), notices);
      },
    },
  };
}

export const NOTICES = "third-party-notices.txt";

/**
 * The page with a link for each script that it names and for all that these import at once, so that the browser asks for
 * all of them instead of finding one in the other (https://html.spec.whatwg.org/#link-type-modulepreload).
 */
export function withPreloads(page: string, imports: Imports): string {
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    imports.get(name)?.forEach(add);
  };
  for (const name of imports.keys()) if (page.includes(`"/${name}"`)) add(name);
  const links = [...found].map((name) => `<link rel="modulepreload" href="/${name}">`);
  return page.replace('<link rel="stylesheet"', (style) => links.join("") + style);
}
