import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compressFiles } from "./compress.ts";

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
