import { readCopy } from "./localCopy.ts";

/** What this browser remembers of a choice; the first one where it remembers none. */
export function readChoice<T extends string>(name: string, choices: readonly [T, ...T[]]): T {
  const kept = readCopy(name);
  return choices.find((choice) => choice === kept) ?? choices[0];
}
