import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDirectories } from "../../../packages/local/src/storage/database/files.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";

describe("makeDirectories", () => {
  it("makes all that are not there, with the mode, and says which was the first", () => {
    const root = tempDirectory();
    expect(makeDirectories(join(root, "a", "b", "c"), 0o700)).toBe(join(root, "a"));
    expect(["a", "a/b", "a/b/c"].map((path) => statSync(join(root, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
    expect(makeDirectories(join(root, "a", "b"), 0o755)).toBe(undefined);
    expect(makeDirectories(join(root, "a", "d"))).toBe(join(root, "a", "d"));
  });

  it("follows a link to a directory", () => {
    const root = tempDirectory();
    mkdirSync(join(root, "disk"));
    symlinkSync(join(root, "disk"), join(root, "link"));
    makeDirectories(join(root, "link", "a"));
    expect(existsSync(join(root, "disk", "a"))).toBe(true);
  });

  it("says what the system says of a file, or a link that leads nowhere, in the way", () => {
    const root = tempDirectory();
    writeFileSync(join(root, "file"), "");
    symlinkSync(join(root, "unmounted"), join(root, "link"));
    expect(() => makeDirectories(join(root, "file", "a", "b"))).toThrow("ENOTDIR");
    expect(() => makeDirectories(join(root, "link", "a", "b"))).toThrow("ENOENT");
  });
});
