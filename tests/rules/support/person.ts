import type { Fields } from "@dailyleet/core";
import type { Emulator } from "../../support/emulator.ts";
import { type Documents, pathOf, type RuleCase } from "./ruleCase.ts";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Write {
  readonly path: string;
  readonly fields: Fields;
  /** Without a mask the whole document is written. */
  readonly mask?: readonly string[];
  readonly currentDocument?: { readonly exists: boolean };
}

/** The emulator's REST interface as one caller uses it: a person, nobody (null), or `owner`, whom no rule holds. */
export interface Caller {
  /** `path` is appended to the address of the database's root. */
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

/** Whether an answer is a yes of the rules; throws when it is neither a yes nor a no. */
export function isAllowed({ status, body }: Answer): boolean {
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

/** Whether the emulator lets a commit about the documents of `uid` through; what it starts from is stored already. */
export function decide(
  emulator: Emulator,
  uid: string,
  { commit, by }: Pick<RuleCase, "commit" | "by">,
): Promise<boolean> {
  return callAs(emulator, emulator.token(by ?? uid)).commit(writesOf(uid, commit));
}
