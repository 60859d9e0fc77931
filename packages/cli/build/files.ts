import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "esbuild";
import { bundledPackages, noticesText } from "../../../scripts/notices/notices.ts";

/** The package's folder, where npm starts tsup. */
const HERE = process.cwd();
const ROOT = join(HERE, "../..");
const SITE = join(ROOT, "site/dist");
const SITE_COPY = join(HERE, "dist/site");
const HOSTING_COPY = join(HERE, "dist/hosting");
/** What `deploy-files` writes beside the site, from the repository's root. */
const HOSTING = ["docs/deploy.md", "firebase.json", "firestore.indexes.json", "firestore.rules"];

export function requireSite(): void {
  if (existsSync(join(SITE, "index.html"))) return;
  console.error("The site is not built yet; run 'npm run build --workspace site' first.");
  process.exit(1);
}

export function copyFiles(): void {
  rmSync(SITE_COPY, { recursive: true, force: true });
  // The builder's own configuration is nobody else's.
  cpSync(SITE, SITE_COPY, { recursive: true, filter: (file) => basename(file) !== "dailyleet.json" });
  compressFiles(SITE_COPY);
  const { homepage } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  mkdirSync(HOSTING_COPY, { recursive: true });
  for (const file of HOSTING) {
    // A copy that stands alone can't point at the file beside it.
    const text = readFileSync(join(ROOT, file), "utf8").replaceAll(
      "](configuration.md",
      `](${homepage}/blob/main/docs/configuration.md`,
    );
    writeFileSync(join(HOSTING_COPY, basename(file)), text);
  }
}

/** What is text; pictures are compressed already. */
const TEXT = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;
/** Below this a header more costs as much as it saves. */
const LEAST_BYTES = 1_000;

/**
 * Puts compressed copies beside the files that get smaller by it, for `dailyleet serve`. Who does not accept Brotli
 * is sent the files as they are, on the same computer: a second copy of all would be a tenth of the package.
 */
export function compressFiles(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const content = readFileSync(file);
    if (content.length < LEAST_BYTES) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
  }
}

const NOTICES = "third-party-notices.txt";
const bundledFiles = new Set<string>();

export const noteBundled: Plugin = {
  name: "note-bundled",
  setup(build) {
    build.onEnd(({ metafile }) => {
      const outputs = Object.values(metafile?.outputs ?? {});
      for (const { inputs } of outputs) for (const file of Object.keys(inputs)) bundledFiles.add(resolve(HERE, file));
    });
  },
};

/** Which packages are bundled, with their licences: here, then in the site. The build that ends last knows them all. */
export async function writeNotices(): Promise<void> {
  const own = noticesText("The command line of dailyleet has in it:", bundledPackages(bundledFiles));
  writeFileSync(join(HERE, "dist", NOTICES), `${own}\n\n${readFileSync(join(HERE, "dist/site", NOTICES), "utf8")}`);
}
