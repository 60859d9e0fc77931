import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeDirectories } from "../../../packages/local/src/storage/database/files.ts";

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), "dailyleet-directories-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe("makeDirectories", () => {
  it("makes all that are not there, with the mode, and says which was the first", () => {
    const root = scratch();
    expect(makeDirectories(join(root, "a", "b", "c"), 0o700)).toBe(join(root, "a"));
    expect(["a", "a/b", "a/b/c"].map((path) => statSync(join(root, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
    expect(makeDirectories(join(root, "a", "b"), 0o755)).toBe(undefined);
    expect(makeDirectories(join(root, "a", "d"))).toBe(join(root, "a", "d"));
  });

  it("follows a link to a directory", () => {
    const root = scratch();
    mkdirSync(join(root, "disk"));
    symlinkSync(join(root, "disk"), join(root, "link"));
    makeDirectories(join(root, "link", "a"));
    expect(existsSync(join(root, "disk", "a"))).toBe(true);
  });

  it("says what the system says of a file, or a link that leads nowhere, in the way", () => {
    const root = scratch();
    writeFileSync(join(root, "file"), "");
    symlinkSync(join(root, "unmounted"), join(root, "link"));
    expect(() => makeDirectories(join(root, "file", "a", "b"))).toThrow("ENOTDIR");
    expect(() => makeDirectories(join(root, "link", "a", "b"))).toThrow("ENOENT");
  });
});
