import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

export interface ZipEntry {
  readonly name: string;
  /** Unpacks at most `maxSize` bytes, whatever size the file claims. Throws `ZipFault`. */
  read(maxSize: number): Promise<Buffer>;
}

/** A fault of a zip file. The message is worded to end a sentence. */
export class ZipFault extends Error {}

/** Checks the first record's signature: of a file's header, or of an empty zip file's end. */
export function isZip(bytes: Buffer): boolean {
  return ["PK\x03\x04", "PK\x05\x06"].includes(bytes.toString("latin1", 0, 4));
}

/** The entries in the file's order; unpacks nothing. Throws `ZipFault` for a damaged file. */
export async function listZip(bytes: Buffer): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  try {
    const file = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    for await (const entry of file.eachEntry()) {
      entries.push({ name: entry.fileName, read: (maxSize) => unpack(file, entry, maxSize) });
    }
    return entries;
  } catch (error) {
    throw damaged(error);
  }
}

/** Checking the claimed size is enough, because yauzl unpacks no more than that. */
async function unpack(file: ZipFile, entry: Entry, maxSize: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw new ZipFault("the table in it is encrypted");
  if (entry.uncompressedSize > maxSize) throw new ZipFault("the table in it is too large");
  if (!entry.canDecodeFileData()) throw new ZipFault("the table in it is compressed in an unknown way");
  const content = await file
    .openReadStreamPromise(entry)
    .then(buffer)
    .catch((error) => {
      throw damaged(error);
    });
  if (crc32(content) !== entry.crc32) throw damaged();
  return content;
}

function damaged(cause?: unknown): ZipFault {
  return new ZipFault("the zip file is damaged, cut off or larger than it claims", { cause });
}
