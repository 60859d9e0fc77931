import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** The directories of the fonts: one family as wide as any system font, and one as narrow. */
const DIRECTORIES = {
  "DejaVu Sans": join(dirname(require.resolve("dejavu-fonts-ttf/package.json")), "ttf"),
  "Roboto Condensed": dirname(require.resolve("@expo-google-fonts/roboto-condensed/package.json")),
};

export type Family = keyof typeof DIRECTORIES;

export const FAMILIES = ["DejaVu Sans", "Roboto Condensed"] as const satisfies readonly Family[];

/**
 * Runs before all browser tests. Every browser has only these two families, whatever the machine has, and shows the
 * wide one by default.
 */
export default function bringFonts(): () => void {
  const directory = mkdtempSync(join(tmpdir(), "dailyleet-fonts-"));
  const file = join(directory, "fonts.conf");
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  ${Object.values(DIRECTORIES)
    .map((fonts) => `<dir>${fonts}</dir>`)
    .join("")}
  <cachedir>${join(directory, "cache")}</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>${FAMILIES[0]}</string></edit>
  </match>
</fontconfig>
`,
  );
  process.env.FONTCONFIG_FILE = file;
  return () => rmSync(directory, { recursive: true, force: true });
}
