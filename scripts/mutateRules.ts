// `npm run mutate:rules` breaks `firestore.rules` in one place at a time and asks the emulator the table of cases. A break
// that no case notices needs a case. Needs the Firestore emulator.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CHECKS, decideAll } from "../tests/rules/support/checks.ts";
import { mutationsOf } from "../tests/rules/support/mutations.ts";
import { startEmulator } from "../tests/support/emulator.ts";

const emulator = await startEmulator("The rules' mutations");
if (emulator === null) process.exit(1);
const mutations = mutationsOf(readFileSync(join(import.meta.dirname, "../firestore.rules"), "utf8"));
let survivors = 0;
for (const { name, rules, noticed } of mutations) {
  await emulator.wipe();
  await emulator.setRules(rules);
  // A mutation may name the case that notices it. Otherwise ask all cases.
  const checks = noticed ? CHECKS.filter((check) => check.name === noticed) : CHECKS;
  const decisions = await decideAll(emulator, checks, "mutation");
  const isNoticed = checks.some(({ allowed }, index) => allowed !== decisions[index]);
  console.log(`${isNoticed ? "killed  " : "SURVIVED"} ${name}`);
  if (!isNoticed) survivors++;
}
await emulator.stop();
console.log(`${mutations.length - survivors} of ${mutations.length} killed`);
process.exitCode = survivors === 0 ? 0 : 1;
