import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const SITE = join(import.meta.dirname, "../../../site/dist");

interface Script {
  readonly name: string;
  readonly text: string;
  /** Size after gzip at the highest level. */
  readonly bytes: number;
}

export const isFirebase = ({ text }: Script): boolean => text.includes("identitytoolkit.googleapis.com");

export function totalBytes(scripts: readonly Script[]): number {
  return scripts.reduce((total, { bytes }) => total + bytes, 0);
}

/**
 * The scripts that the page names for the calendar or for the sign-in screen, with their static imports, without their
 * dynamic ones.
 */
export function firstViewScripts(screen: "islands" | "gate" = "islands"): Script[] {
  const page = readFileSync(join(SITE, "index.html"), "utf8");
  const ofOther = screen === "gate" ? /<meta name="islands"[^>]*>|<astro-island[^>]*>/g : /<meta name="gate"[^>]*>/g;
  const html = page.replace(ofOther, "");
  const all = readdirSync(join(SITE, "_astro"))
    .filter((name) => name.endsWith(".js"))
    .map(readScript);
  const found = new Set<Script>();
  const add = (script: Script) => {
    if (found.has(script)) return;
    found.add(script);
    for (const [, file] of script.text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      const imported = all.find(({ name }) => name === file);
      if (imported) add(imported);
    }
  };
  all.filter(({ name }) => html.includes(`/_astro/${name}`)).forEach(add);
  return [...found];
}

function readScript(name: string): Script {
  const text = readFileSync(join(SITE, "_astro", name), "utf8");
  return { name, text, bytes: gzipSync(text, { level: 9 }).length };
}
