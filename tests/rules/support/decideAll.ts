import type { Emulator } from "../../support/emulator.ts";
import type { Check } from "./checks.ts";
import { store } from "./person.ts";

const AT_ONCE = 8;

/** What the rules in force decide about each check; each is about a person of its own, `PREFIX-INDEX`. */
export async function decideAll(emulator: Emulator, checks: readonly Check[], prefix: string): Promise<boolean[]> {
  const people = checks.map((check, index) => ({ ...check, uid: `${prefix}-${index}` }));
  await store(emulator, people);
  const decisions: boolean[] = [];
  const waiting = people.entries();
  const askNext = async () => {
    for (const [index, person] of waiting) decisions[index] = await person.ask(emulator, person.uid);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  return decisions;
}

/**
 * The place of a check that comes out wrong, or null when none does. It looks at `start` first, then near it: what is
 * near in the table is often decided by what is near in the rules.
 */
export async function findWrong(
  emulator: Emulator,
  checks: readonly Check[],
  start: number,
  prefix: string,
): Promise<number | null> {
  const places = [...checks.keys()].sort((a, b) => Math.abs(a - start) - Math.abs(b - start));
  for (let at = 0, count = 1; at < places.length; at += count, count = AT_ONCE) {
    const part = places.slice(at, at + count).map((place) => ({ ...(checks[place] as Check), place }));
    const decisions = await decideAll(emulator, part, `${prefix}-${at}`);
    const wrong = part.find((check, index) => check.allowed !== decisions[index]);
    if (wrong) return wrong.place;
  }
  return null;
}
