import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AstroIntegration, ViteUserConfig } from "astro";

type VitePlugin = Extract<NonNullable<ViteUserConfig["plugins"]>[number], { name: string }>;

/** What each script of the build imports at once, by file name. */
type Imports = ReadonlyMap<string, readonly string[]>;

/**
 * Names in the page's head every script that it begins with, so that the browser asks for all of them at once instead
 * of finding one in the other, a round trip each (https://html.spec.whatwg.org/#link-type-modulepreload).
 */
export function preload(): AstroIntegration {
  const imports = new Map<string, readonly string[]>();
  return {
    name: "preload",
    hooks: {
      "astro:config:setup": ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [noteImports(imports)] } });
      },
      "astro:build:done": ({ dir }) => {
        const page = fileURLToPath(new URL("index.html", dir));
        writeFileSync(page, withPreloads(readFileSync(page, "utf8"), imports));
      },
    },
  };
}

function noteImports(imports: Map<string, readonly string[]>): VitePlugin {
  return {
    name: "note-imports",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) if (part.type === "chunk") imports.set(part.fileName, part.imports);
    },
  };
}

/** The page with a link for each script that it names and for all that these import at once. */
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
