import { crc32, inflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  /** Unpacks at most `maxSize` bytes, whatever size the file claims. Throws `ZipFault`. */
  read(maxSize: number): Buffer;
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
    const header = bytes.subarray(at);
    const nameEnd = at + 46 + header.readUInt16LE(28);
    const name = bytes.toString("utf8", at + 46, nameEnd);
    entries.push({ name, read: (maxSize) => unpack(bytes, header, maxSize) });
    at = nameEnd + header.readUInt16LE(30) + header.readUInt16LE(32);
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

/** `header` begins with the entry's header in the list, which has the sizes also where the file was written as a stream. */
function unpack(bytes: Buffer, header: Buffer, maxSize: number): Buffer {
  const isEncrypted = (header.readUInt16LE(8) & 1) === 1;
  const size = header.readUInt32LE(24);
  if (isEncrypted) throw new ZipFault("the table in it is encrypted");
  if (size > maxSize) throw new ZipFault("the table in it is too large");
  const packed = packedBytes(bytes, header.readUInt32LE(42), header.readUInt32LE(20));
  const content = inflate(packed, header.readUInt16LE(10), maxSize);
  if (content.length !== size || crc32(content) !== header.readUInt32LE(16)) throw damaged();
  return content;
}

function packedBytes(bytes: Buffer, offset: number, length: number): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_HEADER) throw damaged();
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + length > bytes.length) throw damaged();
  return bytes.subarray(start, start + length);
}

const STORED = 0;
const DEFLATED = 8;

function inflate(packed: Buffer, method: number, maxSize: number): Buffer {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new ZipFault("the table in it is compressed in an unknown way");
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
