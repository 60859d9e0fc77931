import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import { refuse } from "../http/messages.ts";

const ROOT = `projects/${LOCAL_PROJECT_ID}/databases/(default)/documents`;

/** 'projects/P/databases/(default)/documents/PATH' */
export const documentName = (path: string): string => `${ROOT}/${path}`;

/** The path in a document's name. Refuses names of other projects and databases. */
export function pathOfName(name: unknown): string {
  if (typeof name !== "string" || !/^projects\/[^/]+\/databases\/[^/]+\/documents\/./.test(name)) {
    return refuse("INVALID_ARGUMENT", "A document name must be projects/P/databases/(default)/documents/PATH.");
  }
  if (!name.startsWith(`${ROOT}/`)) refuse("PERMISSION_DENIED", `This server has only ${ROOT}.`);
  return name.slice(ROOT.length + 1);
}

/** What follows the root in a request's address, such as ':commit' or '/dailyleet/v1/data/UID'. */
export function partBelowRoot(path: string): string {
  const [, root, below] = /^\/v1\/(projects\/[^/]+\/databases\/[^/]+\/documents)((?:[/:].*)?)$/.exec(path) ?? [];
  if (root === undefined || below === undefined) return refuse("NOT_FOUND", "There is no such method.");
  // Not 404, which a client reads as an empty document.
  if (root !== ROOT) refuse("PERMISSION_DENIED", `This server has only ${ROOT}.`);
  return below;
}
