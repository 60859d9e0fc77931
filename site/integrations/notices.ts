import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { normalize } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration, ViteUserConfig } from "astro";
import { bundledPackages, NEETCODE_LIST, noticesText } from "../../scripts/notices/notices.ts";

type VitePlugin = Extract<NonNullable<ViteUserConfig["plugins"]>[number], { name: string }>;

/** Puts the licences of what is bundled beside the page, as these licences ask. */
export function notices(): AstroIntegration {
  // Astro writes the code that starts the islands into the page itself, past the bundler.
  const files = new Set([createRequire(import.meta.url).resolve("astro/package.json")]);
  return {
    name: "notices",
    hooks: {
      "astro:config:setup": ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [noteModules(files)] } });
      },
      "astro:build:done": ({ dir }) => {
        const text = noticesText("The site of dailyleet has in it:", [...bundledPackages(files), NEETCODE_LIST]);
        writeFileSync(fileURLToPath(new URL("third-party-notices.txt", dir)), text);
      },
    },
  };
}

function noteModules(files: Set<string>): VitePlugin {
  return {
    name: "note-modules",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_, bundle) {
      const parts = Object.values(bundle).filter((part) => part.type === "chunk");
      for (const { modules } of parts) {
        for (const [id, { renderedLength }] of Object.entries(modules))
          if (renderedLength > 0) files.add(normalize(id));
      }
    },
  };
}
