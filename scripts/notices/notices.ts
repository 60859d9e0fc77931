import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { mitText } from "./mit.ts";

/** A third-party package whose code is in the program or the site. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As in its package.json, such as 'MIT'. */
  readonly license: string;
  /** The text of its licence files; null if it has none. */
  readonly text: string | null;
}

/** Not a package: the source of the names, links, patterns and difficulties in `site/public/neetcode150.json`. */
export const NEETCODE_LIST: BundledPackage = {
  name: "neetcode-gh/leetcode",
  version: "2022",
  license: "MIT",
  text: mitText("2022 neetcode-gh"),
};

const FOLDER = `node_modules${sep}`;
const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;

/** The packages of these files, sorted by name. Files outside 'node_modules' are our own or the bundler's. */
export function bundledPackages(files: Iterable<string>): BundledPackage[] {
  const directories = new Set([...files].flatMap((file) => packageDirectory(file) ?? []));
  return [...directories].map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A list of the packages, then each licence text once, below the names of its packages. */
export function noticesText(title: string, packages: readonly BundledPackage[]): string {
  const list = packages.map(({ name, version, license }) => `  ${name} ${version} (${license})`);
  const texts = Map.groupBy(packages, (each) => each.text ?? standardText(each));
  const blocks = [...texts].map(([text, owners]) => `${owners.map(({ name }) => name).join(", ")}\n\n${text}`);
  return [`${title}\n\n${list.join("\n")}`, ...blocks].join(`\n\n${"-".repeat(80)}\n\n`).concat("\n");
}

/** The folder of the file's package, below the innermost 'node_modules'; null outside of one. */
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

/** This package's licence file is the unchanged text of the licence. */
const APACHE_2 = join(import.meta.dirname, "../../node_modules/google-auth-library/LICENSE");

/** The owners of MIT packages without a licence file, from the first lines of the packages' own files. */
const MIT_OWNERS: Readonly<Record<string, string>> = { "yoga-layout": "Meta Platforms, Inc. and affiliates." };

/** The licence of a package without a licence file. The text of MIT names the owner, who must be in `MIT_OWNERS`. */
function standardText({ name, license }: BundledPackage): string {
  const owner = MIT_OWNERS[name];
  if (license === "Apache-2.0") return readFileSync(APACHE_2, "utf8").trim();
  if (license === "MIT" && owner !== undefined) return mitText(owner);
  throw new Error(`A bundled package is under ${license} and has no licence file; see scripts/notices.`);
}
