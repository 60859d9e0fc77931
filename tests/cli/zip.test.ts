import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isZip, listZip, ZipFault } from "../../packages/cli/src/commands/import/zip.ts";
import { runs } from "../support/long.ts";

/** A streamed archive by another program: only the central directory has the sizes. */
const EXPORT = readFileSync(join(import.meta.dirname, "../fixtures/imports/loop-export.zip"));
const LIMIT = 10_000;

interface Content {
  readonly name: string;
  readonly content: Buffer;
  readonly isStored?: boolean;
  /** Values that the central directory claims in place of the true ones. */
  readonly size?: number;
  readonly flags?: number;
  readonly method?: number;
}

/**
 * A record with these numbers at their offsets. Each is written as 32 bits, so the upper half of a 16-bit field belongs
 * to the next.
 */
function record(length: number, values: Readonly<Record<number, number>>): Buffer {
  const bytes = Buffer.alloc(length + 2);
  for (const [at, value] of Object.entries(values)) bytes.writeUInt32LE(value, Number(at));
  return bytes.subarray(0, length);
}

function zipOf(files: readonly Content[], comment = ""): Buffer {
  const [parts, list]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const {
    name,
    content,
    isStored = false,
    size = content.length,
    flags = 0,
    method = isStored ? 0 : 8,
  } of files) {
    const packed = isStored ? content : deflateRawSync(content);
    const title = Buffer.from(name);
    const part = Buffer.concat([record(30, { 0: 0x04034b50, 26: title.length }), title, packed]);
    const sizes = { 16: crc32(content), 20: packed.length, 24: size, 28: title.length, 42: offset };
    parts.push(part);
    list.push(record(46, { 0: 0x02014b50, 8: flags, 10: method, ...sizes }), title);
    offset += part.length;
  }
  const end = { 0: 0x06054b50, 10: files.length, 16: offset, 20: Buffer.byteLength(comment) };
  return Buffer.concat([...parts, ...list, record(22, end), Buffer.from(comment)]);
}

async function readAll(bytes: Buffer): Promise<Buffer[]> {
  return Promise.all((await listZip(bytes)).map((entry) => entry.read(LIMIT)));
}

describe("a zip file", () => {
  it("of another program is listed and unpacked", async () => {
    expect(isZip(EXPORT)).toBe(true);
    expect((await listZip(EXPORT)).map(({ name }) => name)).toEqual([
      "Habits.csv",
      "001 LeetCode/Checkmarks.csv",
      "001 LeetCode/Scores.csv",
      "Scores.csv",
      "Checkmarks.csv",
    ]);
    expect((await readAll(EXPORT))[0]?.toString()).toBe("Position,Name,Type\n001,LeetCode,YES_NO\n");
  });

  it("gives back whatever was put into it", async () => {
    const file = fc.record({
      name: fc.stringMatching(/^\w[\w ()]{0,18}$/),
      content: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      isStored: fc.boolean(),
    });
    const comment = fc.string({ maxLength: 30 }).filter((text) => !text.includes("PK"));
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 5 }), comment, async (files, text) => {
        expect(await readAll(zipOf(files, text))).toEqual(files.map(({ content }) => content));
      }),
    );
  });

  it("that unpacks to more than it may is refused, whatever it claims", async () => {
    const bomb = Buffer.alloc(LIMIT * 100);
    await expect(readAll(zipOf([{ name: "a", content: bomb }]))).rejects.toThrow("the table in it is too large");
    for (const size of [0, 1, LIMIT]) {
      await expect(readAll(zipOf([{ name: "a", content: bomb, size }]))).rejects.toThrow("larger than it claims");
    }
  });

  it.each([
    [{ flags: 1 }, "the table in it is encrypted"],
    [{ method: 12 }, "is compressed in an unknown way"],
    [{ size: 3 }, "the zip file is damaged"],
  ])("with %j is refused", async (claims, said) => {
    const bytes = zipOf([{ name: "a", content: Buffer.from("hello"), ...claims }]);
    await expect(readAll(bytes)).rejects.toThrow(said);
  });

  it("with any damage gives what was in it or is refused, and nothing else", async () => {
    const damage = fc.record({
      at: fc.nat(EXPORT.length - 1),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 6 }),
      end: fc.oneof(fc.constant(EXPORT.length), fc.nat(EXPORT.length)),
    });
    const truth = (await readAll(EXPORT)).map((content) => content.toString("hex"));
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, bytes, end }) => {
        const broken = Buffer.from(EXPORT);
        broken.set(bytes.subarray(0, EXPORT.length - at), at);
        try {
          const cut = broken.subarray(0, end);
          return (await readAll(cut)).every((content) => truth.includes(content.toString("hex")));
        } catch (error) {
          return error instanceof ZipFault;
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});
