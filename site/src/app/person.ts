import { atom } from "nanostores";

type SignedIn = typeof import("./signedIn.ts");

/** The part of the page for somebody who is signed in; null until the first one is connected. */
export const $signedIn = atom<SignedIn | null>(null);

/** Null where it cannot be loaded. */
export const loadSignedIn = (): Promise<SignedIn | null> => import("./signedIn.ts").catch(() => null);
