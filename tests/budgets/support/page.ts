import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const SITE = join(import.meta.dirname, "../../../site/dist");

export interface Part {
  readonly name: string;
  readonly text: string;
  /** Compressed by gzip at its best. */
  readonly bytes: number;
}

export interface PageParts {
  readonly html: Part;
  readonly styles: readonly Part[];
  /** Style sheets of what is loaded later. */
  readonly laterStyles: readonly Part[];
  /** What the calendar of a person who is known from the last visit waits for. */
  readonly firstView: readonly Part[];
  readonly signInScreen: readonly Part[];
  /** What a visit by a person who is signed in loads: all but what waits for a click. */
  readonly scripts: readonly Part[];
  /** Scripts that wait for a sign-in, another view or a fault. */
  readonly later: readonly Part[];
}

export const isReact = ({ text }: Part): boolean => text.includes("react.transitional.element");
export const isScheduler = ({ text }: Part): boolean => text.includes("scheduled_days");
const isGate = ({ text }: Part): boolean => text.includes("Sign in with Google");
export const isFirebase = ({ text }: Part): boolean => text.includes("identitytoolkit.googleapis.com");

export function totalBytes(parts: readonly Part[]): number {
  return parts.reduce((total, { bytes }) => total + bytes, 0);
}

export function readPage(): PageParts {
  const html = readPart("index.html");
  const isNamed = ({ name }: Part) => html.text.includes(`/${name}`);
  const assets = readdirSync(join(SITE, "_astro")).map((name) => `_astro/${name}`);
  const all = assets.filter((name) => name.endsWith(".js")).map(readPart);
  const firstView = withImports(all.filter(isNamed), all);
  const scripts = withImports([...firstView, ...all.filter(isFirebase)], all);
  const styles = assets.filter((name) => name.endsWith(".css")).map(readPart);
  return {
    html,
    styles: styles.filter(isNamed),
    laterStyles: styles.filter((part) => !isNamed(part)),
    firstView,
    signInScreen: withImports([...firstView, ...all.filter(isGate)], all),
    scripts,
    later: all.filter((part) => !scripts.includes(part)),
  };
}

/** These and everything that they import at once, not what they import when it is needed. */
function withImports(parts: readonly Part[], all: readonly Part[]): Part[] {
  const found = new Set<Part>();
  const add = (part: Part) => {
    if (found.has(part)) return;
    found.add(part);
    for (const [, file] of part.text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      const imported = all.find(({ name }) => name === `_astro/${file}`);
      if (imported) add(imported);
    }
  };
  parts.forEach(add);
  return [...found];
}

function readPart(name: string): Part {
  const text = readFileSync(join(SITE, name), "utf8");
  return { name, text, bytes: gzipSync(text, { level: 9 }).length };
}
