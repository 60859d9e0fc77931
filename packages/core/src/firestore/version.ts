/**
 * The version of a document is its update time, RFC 3339 in UTC. Compared as text, because it has up to nine decimals
 * of a second, and `Date` only three. "" stands for no document and is the earliest version. Source:
 * https://protobuf.dev/reference/protobuf/google.protobuf/#timestamp
 */
export function isLaterVersion(a: string, b: string): boolean {
  return comparable(a) > comparable(b);
}

export function laterVersion(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return isLaterVersion(a, b) ? a : b;
}

function comparable(version: string): string {
  const [seconds, fraction = ""] = version.replace("Z", "").split(".");
  return `${seconds}.${fraction.padEnd(9, "0")}`;
}
