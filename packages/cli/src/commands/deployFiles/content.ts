import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { type Config, deployedPage, firebaseJsonFor } from "@dailyleet/core";

/** Content by path below a directory, with '/' on every system. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** As they are; `firebase.json` and the page are made for the deployment. */
const AS_THEY_ARE = ["deploy.md", "firestore.indexes.json", "firestore.rules"];

const PAGE = "index.html";

/** All that Firebase Hosting and Firestore need; without a configuration the headers are the sample's. */
export function deployFiles(programDirectory: string, config: Config | null): Files {
  const hosting = join(programDirectory, "hosting");
  const sample = JSON.parse(readFileSync(join(hosting, "firebase.json"), "utf8"));
  const placed = { ...sample, hosting: { ...sample.hosting, public: "site" } };
  const firebaseJson = config === null ? placed : firebaseJsonFor(placed, config);
  const site = join(programDirectory, "site");
  const page = readFileSync(join(site, PAGE), "utf8");
  return new Map<string, Uint8Array>([
    ...AS_THEY_ARE.map((name) => [name, readFileSync(join(hosting, name))] as const),
    ["firebase.json", Buffer.from(`${JSON.stringify(firebaseJson, null, 2)}\n`)],
    ...filesBelow(site).map((path) => [`site/${path}`, readFileSync(join(site, path))] as const),
    [`site/${PAGE}`, Buffer.from(config === null ? page : deployedPage(page, config))],
  ]);
}

function filesBelow(directory: string): string[] {
  return (
    readdirSync(directory, { recursive: true, withFileTypes: true })
      // A hosting compresses by itself.
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .sort()
  );
}
