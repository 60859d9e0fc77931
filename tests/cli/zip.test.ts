import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isZip, listZip, ZipFault } from "../../packages/cli/src/commands/import/zip.ts";

/** Made by another program, as a stream: sizes stand in the list at the end only. */
const EXPORT = readFileSync(join(import.meta.dirname, "../fixtures/imports/loop-export.zip"));
const LIMIT = 10_000;

interface Content {
  readonly name: string;
  readonly content: Buffer;
  readonly isStored?: boolean;
  /** What the list claims in place of the truth. */
  readonly size?: number;
  readonly flags?: number;
  readonly method?: number;
}

function zipOf(files: readonly Content[], comment = ""): Buffer {
  const [parts, list]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, content, isStored = false, size = content.length, flags = 0, method } of files) {
    const packed = isStored ? content : deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method ?? (isStored ? 0 : 8), 10);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    list.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...parts, ...list, end, Buffer.from(comment)]);
}

const readFirst = (bytes: Buffer) => listZip(bytes)[0]?.read(LIMIT);

describe("a zip file", () => {
  it("of another program is listed and unpacked", () => {
    expect(isZip(EXPORT)).toBe(true);
    expect(listZip(EXPORT).map(({ name }) => name)).toEqual([
      "Habits.csv",
      "001 LeetCode/Checkmarks.csv",
      "001 LeetCode/Scores.csv",
      "Scores.csv",
      "Checkmarks.csv",
    ]);
    expect(readFirst(EXPORT)?.toString()).toBe("Position,Name,Type\n001,LeetCode,YES_NO\n");
  });

  it("gives back whatever was put into it", () => {
    const file = fc.record({
      name: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
      content: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      isStored: fc.boolean(),
    });
    const comment = fc.string({ maxLength: 30 }).filter((text) => !text.includes("PK"));
    fc.assert(
      fc.property(fc.array(file, { maxLength: 5 }), comment, (files, text) => {
        const bytes = zipOf(files, text);
        expect(listZip(bytes).map((entry) => entry.read(LIMIT))).toEqual(files.map(({ content }) => content));
      }),
    );
  });

  it("that unpacks to more than it may is refused, whatever it claims", () => {
    const bomb = Buffer.alloc(LIMIT * 100);
    expect(() => readFirst(zipOf([{ name: "a", content: bomb }]))).toThrow("the table in it is too large");
    for (const size of [0, 1, LIMIT]) {
      expect(() => readFirst(zipOf([{ name: "a", content: bomb, size }]))).toThrow("larger than it claims");
    }
  });

  it.each([
    [{ flags: 1 }, "the table in it is encrypted"],
    [{ method: 12 }, "is compressed in an unknown way"],
    [{ size: 3 }, "the zip file is damaged"],
  ])("with %j is refused", (claims, said) => {
    expect(() => readFirst(zipOf([{ name: "a", content: Buffer.from("hello"), ...claims }]))).toThrow(said);
  });

  it("with any damage gives what was in it or is refused, and nothing else", () => {
    const damage = fc.record({
      at: fc.nat(EXPORT.length - 1),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 6 }),
      end: fc.oneof(fc.constant(EXPORT.length), fc.nat(EXPORT.length)),
    });
    const truth = listZip(EXPORT).map((entry) => entry.read(LIMIT).toString("hex"));
    fc.assert(
      fc.property(damage, ({ at, bytes, end }) => {
        const broken = Buffer.from(EXPORT);
        broken.set(bytes.subarray(0, EXPORT.length - at), at);
        try {
          const cut = broken.subarray(0, end);
          return listZip(cut).every((entry) => truth.includes(entry.read(LIMIT).toString("hex")));
        } catch (error) {
          return error instanceof ZipFault;
        }
      }),
      { numRuns: 3000 },
    );
  });
});
