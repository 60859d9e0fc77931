import type { Fields } from "@dailyleet/core";
import type { Emulator } from "../../support/emulator.ts";
import { ACCESS_CASES, type AccessCase, STORED } from "./accessCases.ts";
import { CLOSING_CASES } from "./closingCases.ts";
import { MARK_CASES } from "./markCases.ts";
import { type Documents, pathOf, type RuleCase } from "./ruleCase.ts";
import { SETTING_CASES } from "./settingCases.ts";
import { TICK_CASES } from "./tickCases.ts";

export interface Check {
  readonly name: string;
  readonly allowed: boolean;
  /** The documents of `uid` before the request. */
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

/** Every clause of the rules decides at least one of these checks. */
export const CHECKS: readonly Check[] = [
  ...[...TICK_CASES, ...CLOSING_CASES, ...MARK_CASES, ...SETTING_CASES].map(documentCheck),
  ...ACCESS_CASES.map(accessCheck),
];

const AT_ONCE = 8;

/** The decisions of the current rules about the checks. Each check has its own person, `PREFIX-INDEX`. */
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

interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Write {
  readonly path: string;
  readonly fields: Fields;
  /** Without a mask the write replaces the whole document. */
  readonly mask?: readonly string[];
  readonly currentDocument?: { readonly exists: boolean };
}

/** The emulator's REST interface as one caller uses it: a person, nobody (null), or `owner`, who bypasses the rules. */
interface Caller {
  /** `path` is appended to the URL of the database's root. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  commit(writes: readonly Write[]): Promise<boolean>;
}

export function callAs(emulator: Emulator, token: string | null): Caller {
  const root = emulator.documentsUrl.replace(/^.*?\/v1\//, "");
  const send: Caller["send"] = async (method, path, body) => {
    const response = await fetch(`${emulator.documentsUrl}${path}`, {
      method,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.text() };
  };
  const asWrite = ({ path, fields, mask, currentDocument }: Write) => ({
    update: { name: `${root}/${path}`, fields },
    currentDocument,
    ...(mask && { updateMask: { fieldPaths: mask } }),
  });
  return {
    send,
    commit: async (writes) => isAllowed(await send("POST", ":commit", { writes: writes.map(asWrite) })),
  };
}

/** Whether the rules allowed the request. Throws if the answer tells neither. */
function isAllowed({ status, body }: Answer): boolean {
  if (status === 403) return false;
  if (status === 200 || status === 404) return true;
  throw new Error(`the emulator answered ${status}: ${body}`);
}

const writesOf = (uid: string, documents: Documents): Write[] =>
  Object.entries(documents).map(([document, fields]) => ({ path: pathOf(uid, document), fields }));

export async function store(
  emulator: Emulator,
  people: readonly { readonly uid: string; readonly stored: Documents }[],
): Promise<void> {
  const writes = people.flatMap(({ uid, stored }) => writesOf(uid, stored));
  const owner = callAs(emulator, "owner");
  for (let at = 0; at < writes.length; at += 100) await owner.commit(writes.slice(at, at + 100));
}

/** Whether the emulator allows a commit about the documents of `uid`. The earlier documents must be stored already. */
export function decide(
  emulator: Emulator,
  uid: string,
  { commit, by }: Pick<RuleCase, "commit" | "by">,
): Promise<boolean> {
  return callAs(emulator, emulator.token(by ?? uid)).commit(writesOf(uid, commit));
}
