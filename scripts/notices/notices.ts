import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { mitText } from "./mit.ts";

/** A package of others whose code is in something that we hand on. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json calls it, such as 'MIT'. */
  readonly license: string;
  /** Its own licence file; null where the package has none. */
  readonly text: string | null;
}

/** No package: names, links, patterns and difficulties of the questions in `site/public/neetcode150.json`. */
export const NEETCODE_LIST: BundledPackage = {
  name: "neetcode-gh/leetcode",
  version: "2022",
  license: "MIT",
  text: mitText("2022 neetcode-gh"),
};

const FOLDER = `node_modules${sep}`;
const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;

/** The packages that these files belong to, by name. Files outside 'node_modules' are our own or the bundler's. */
export function bundledPackages(files: Iterable<string>): BundledPackage[] {
  const directories = new Set([...files].flatMap((file) => packageDirectory(file) ?? []));
  return [...directories].map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Which packages there are, then every licence text once, with the packages that it belongs to. */
export function noticesText(title: string, packages: readonly BundledPackage[]): string {
  const list = packages.map(({ name, version, license }) => `  ${name} ${version} (${license})`);
  const texts = Map.groupBy(packages, (each) => each.text ?? standardText(each));
  const blocks = [...texts].map(([text, owners]) => `${owners.map(({ name }) => name).join(", ")}\n\n${text}`);
  return [`${title}\n\n${list.join("\n")}`, ...blocks].join(`\n\n${"-".repeat(80)}\n\n`).concat("\n");
}

/** The folder of a package within a path, with the innermost 'node_modules'. */
function packageDirectory(file: string): string | null {
  const start = file.lastIndexOf(FOLDER);
  if (start === -1) return null;
  const parts = file.slice(start + FOLDER.length).split(sep);
  return join(file.slice(0, start), FOLDER, ...parts.slice(0, parts[0]?.startsWith("@") ? 2 : 1));
}

function readPackage(directory: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const files = readdirSync(directory, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && LICENCE_FILE.test(entry.name),
  );
  const texts = files.map((file) => readFileSync(join(directory, file.name), "utf8").replaceAll("\r\n", "\n").trim());
  return { name, version, license, text: texts.length === 0 ? null : texts.join("\n\n") };
}

/** A bundled package that has the licence's plain text. */
const APACHE_2 = join(import.meta.dirname, "../../node_modules/google-auth-library/LICENSE");

/** Whose the MIT packages without a licence file are, as the first lines of their own files say. */
const MIT_OWNERS: Readonly<Record<string, string>> = { "yoga-layout": "Meta Platforms, Inc. and affiliates." };

/** Of a package without a licence file; MIT and its like name an owner, so there the owner must be known. */
function standardText({ name, license }: BundledPackage): string {
  const owner = MIT_OWNERS[name];
  if (license === "Apache-2.0") return readFileSync(APACHE_2, "utf8").trim();
  if (license === "MIT" && owner !== undefined) return mitText(owner);
  throw new Error(`A bundled package is under ${license} and has no licence file; see scripts/notices.`);
}
