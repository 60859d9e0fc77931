/**
 * The globals beyond ECMAScript that core uses: the WHATWG URL parser and text decoder. Both are pure and available in
 * every browser and in Node. Core is compiled without DOM and Node types.
 */
declare class URL {
  static parse(url: string): URL | null;
  readonly href: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

declare class TextDecoder {
  constructor(encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252", options?: { readonly fatal: boolean });
  /** Drops the byte-order mark. Invalid bytes become U+FFFD, or throw if `fatal`. */
  decode(bytes: Uint8Array): string;
}
