import { type DocumentChange, type Fields, marksPath, openPath, validationError } from "@dailyleet/core";

/** Documents of one person: `open`, `marks`, or the name of a document in `years`. */
export type Documents = Readonly<Record<string, Fields>>;

/** One commit of the person, or of `by`, over what is stored. */
export interface RuleCase {
  readonly name: string;
  readonly stored: Documents;
  readonly commit: Documents;
  readonly allowed: boolean;
  readonly by?: string;
}

export const ruleCase = (allowed: boolean, name: string, stored: Documents, commit: Documents): RuleCase => ({
  name,
  stored,
  commit,
  allowed,
});

export function pathOf(uid: string, document: string): string {
  if (document === "marks") return marksPath(uid);
  return document === "open" ? openPath(uid) : `${openPath(uid)}/years/${document}`;
}

const changesOf = (uid: string, { stored, commit }: Pick<RuleCase, "stored" | "commit">): DocumentChange[] =>
  Object.entries(commit).map(([document, after]) => ({
    path: pathOf(uid, document),
    before: stored[document] ?? null,
    after,
  }));

/** Why core's own validator refuses the commit, or null. */
export function refusalOf({ stored, commit, by }: Pick<RuleCase, "stored" | "commit" | "by">): string | null {
  const names = new Map(Object.keys(stored).map((name) => [pathOf("ann", name), name]));
  return validationError(
    by ?? "ann",
    changesOf("ann", { stored, commit }),
    (path) => stored[names.get(path) ?? ""] ?? null,
  );
}
