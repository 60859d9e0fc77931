import { crc32, inflateRawSync } from "node:zlib";

/** A file in a zip file, as the list at its end describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
  /** 0 stored as it is, 8 deflated. */
  readonly method: number;
  readonly checksum: number;
  readonly size: number;
  readonly packedSize: number;
  /** Where its own header begins. */
  readonly offset: number;
}

/** What is wrong with a zip file; its message ends a sentence. */
export class ZipFault extends Error {}

const LOCAL_HEADER = 0x04034b50;
const LIST_ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= END_LENGTH && [LOCAL_HEADER, END].includes(bytes.readUInt32LE(0));
}

/**
 * The entries of a zip file, in its own order; nothing is unpacked. Throws `ZipFault` for what is cut off or damaged,
 * and for files of 4 GB and more. Source: APPNOTE.TXT 4.3, https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function listZip(bytes: Buffer): ZipEntry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let number = 0; number < count; number++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== LIST_ENTRY) throw damaged();
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString("utf8", at + 46, nameEnd),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      packedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Where the record stands that ends the file; a comment may follow it. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_LENGTH - MAX_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= first; at--) {
    if (bytes.readUInt32LE(at) === END && at + END_LENGTH + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  throw damaged();
}

/** Unpacks an entry of at most `maxSize` bytes, whatever size the file claims. Throws `ZipFault`. */
export function readZipEntry(bytes: Buffer, entry: ZipEntry, maxSize: number): Buffer {
  if (entry.isEncrypted) throw new ZipFault("the table in it is encrypted");
  if (entry.size > maxSize) throw new ZipFault("the table in it is too large");
  const content = unpack(packedBytes(bytes, entry), entry, maxSize);
  if (content.length !== entry.size || crc32(content) !== entry.checksum) throw damaged();
  return content;
}

function packedBytes(bytes: Buffer, { offset, packedSize }: ZipEntry): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_HEADER) throw damaged();
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + packedSize > bytes.length) throw damaged();
  return bytes.subarray(start, start + packedSize);
}

function unpack(packed: Buffer, { method }: ZipEntry, maxSize: number): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw new ZipFault("the table in it is compressed in an unknown way");
  try {
    // One byte at least: zlib takes 0 for no limit.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxSize) });
  } catch {
    throw damaged();
  }
}

function damaged(): ZipFault {
  return new ZipFault("the zip file is damaged, cut off or larger than it claims");
}
