import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "esbuild";
import { bundledPackages, noticesText } from "../../../scripts/notices/notices.ts";

/** The package's folder, where npm starts tsup. */
const HERE = process.cwd();
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
