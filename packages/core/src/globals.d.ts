/**
 * The one global beyond ECMAScript that core uses: the WHATWG URL parser, pure and the same in every browser and
 * in Node. Declared here because the core is compiled with neither DOM nor Node types.
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
