import { hasCode } from "@dailyleet/core";

/** Keeps a copy. That a full disk does not take it is no reason to fail: the original is elsewhere. */
export function keepIfPossible(keep: () => void): void {
  try {
    keep();
  } catch (error) {
    if (!hasCode(error, "storage", "busy")) throw error;
  }
}
