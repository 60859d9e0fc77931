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
/** Files that `deploy-files` writes beside the site; paths from the repository's root. */
const HOSTING = ["docs/deploy.md", "firebase.json", "firestore.indexes.json", "firestore.rules"];

/** The sign-in window's files, which the local server reads from the directory of its bundle. */
const WINDOW = ["window.html", "window.js", "window.css"];

export function requireSite(): void {
  if (existsSync(join(SITE, "index.html"))) return;
  console.error("The site is not built yet; run 'npm run build --workspace site' first.");
  process.exit(1);
}

export function copyFiles(): void {
  rmSync(SITE_COPY, { recursive: true, force: true });
  // Leave out the configuration of the person who builds.
  cpSync(SITE, SITE_COPY, { recursive: true, filter: (file) => basename(file) !== "dailyleet.json" });
  compressFiles(SITE_COPY);
  for (const file of WINDOW) cpSync(join(ROOT, "packages/local/src/signin", file), join(HERE, "dist", file));
  const { homepage } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  mkdirSync(HOSTING_COPY, { recursive: true });
  for (const file of HOSTING) {
    // The copy can't link to a file that is not copied.
    const text = readFileSync(join(ROOT, file), "utf8").replaceAll(
      "](configuration.md",
      `](${homepage}/blob/main/docs/configuration.md`,
    );
    writeFileSync(join(HOSTING_COPY, basename(file)), text);
  }
}

/** Text files; pictures are compressed already. */
const TEXT = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;

/**
 * Writes a Brotli copy beside each text file, for `dailyleet serve`. Writes no gzip copies: clients without Brotli get
 * the plain file over the loopback, and gzip copies would be a tenth of the package.
 */
function compressFiles(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
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

/**
 * Lists the bundled packages and their licences, the site's after the program's. Called after each build; the last call
 * has all files.
 */
export async function writeNotices(): Promise<void> {
  const own = noticesText("The command line of dailyleet has in it:", bundledPackages(bundledFiles));
  writeFileSync(join(HERE, "dist", NOTICES), `${own}\n\n${readFileSync(join(HERE, "dist/site", NOTICES), "utf8")}`);
}
