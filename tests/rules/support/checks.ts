import type { Emulator } from "../../support/emulator.ts";
import { ACCESS_CASES, type AccessCase, STORED } from "./accessCases.ts";
import { CLOSING_CASES } from "./closingCases.ts";
import { MARK_CASES } from "./markCases.ts";
import { callAs, decide, isAllowed } from "./person.ts";
import type { Documents, RuleCase } from "./ruleCase.ts";
import { TICK_CASES } from "./tickCases.ts";

export interface Check {
  readonly name: string;
  readonly allowed: boolean;
  /** What `uid` has before it is asked. */
  readonly stored: Documents;
  ask(emulator: Emulator, uid: string): Promise<boolean>;
}

export const documentCheck = (ruleCase: RuleCase): Check => ({
  ...ruleCase,
  ask: (emulator, uid) => decide(emulator, uid, ruleCase),
});

export const accessCheck = (access: AccessCase): Check => ({
  ...access,
  stored: STORED,
  ask: async (emulator, uid) => {
    const token = access.as === "nobody" ? null : emulator.token(access.as === "ann" ? uid : access.as);
    const body = access.body && JSON.parse(JSON.stringify(access.body).replaceAll("ANN", uid));
    return isAllowed(await callAs(emulator, token).send(access.method, access.path.replaceAll("ANN", uid), body));
  },
});

const accessChecks = (isOfMarks: boolean): Check[] =>
  ACCESS_CASES.filter(({ path }) => path.includes("practice") === isOfMarks).map(accessCheck);

/** What the functions about marks have no part in. */
export const TICK_CHECKS: readonly Check[] = [
  ...TICK_CASES.map(documentCheck),
  ...CLOSING_CASES.map(documentCheck),
  ...accessChecks(false),
];

/** The table: every clause of the rules is what decides at least one of these. */
export const CHECKS: readonly Check[] = [...TICK_CHECKS, ...MARK_CASES.map(documentCheck), ...accessChecks(true)];
