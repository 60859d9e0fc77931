import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

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
