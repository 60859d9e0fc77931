import type { Fields } from "../firestore/value.ts";

/** A document as it is, with the digest that belongs to it. */
export interface Digested {
  readonly fields: Fields;
  readonly digest: string;
}
