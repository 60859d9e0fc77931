import { own } from "../basics.ts";
import { applyChanges, type Change } from "../changes/changes.ts";
import { type DailyleetError, hasCode, refusedError, unavailableError } from "../errors.ts";
import type { FieldPath } from "../firestore/masks.ts";
import { closedPath, closedYearsPath, namedPath, openPath, parseDataPath } from "../firestore/paths.ts";
import { MAX_DOCUMENT_BYTES, storedSize } from "../firestore/size.ts";
import { booleanValue, type Fields, integerValue, mapValue, readMap, type Value } from "../firestore/values.ts";
import type {
  Backoff,
  DocumentStore,
  DocumentWrite,
  ListedDocument,
  PersonDocument,
  PersonStore,
  ReadDocument,
  YearDocument,
} from "../ports.ts";
import { marksIn } from "../practice/marks.ts";
import { MAX_LISTED } from "../rules/documentRules.ts";
import { settingsIn } from "../settings/settings.ts";
import { ticksIn, yearIn } from "../ticks/ticks.ts";

/**
 * All past years from 1970 on fit into two pages; twice that number guards against a server that never ends the list.
 */
const MAX_LISTS = 4;

export function createPersonStore(documents: DocumentStore, uid: string, backoff?: Backoff): PersonStore {
  const read = async (path: string): Promise<ReadDocument> => {
    const found = await documents.get(path);
    return { path, fields: found?.fields ?? {}, version: found?.updateTime ?? null };
  };
  return {
    uid,
    readOpen: async () => yearDocument(await read(openPath(uid))),
    readClosed: async (year) => yearDocument(await read(closedPath(uid, year)), year),
    async listClosed() {
      const listed: ListedDocument[] = [];
      while (listed.length < MAX_LISTS * MAX_LISTED) {
        const page = await documents.list(closedYearsPath(uid), MAX_LISTED, listed.length);
        listed.push(...page);
        if (page.length < MAX_LISTED) return listed.flatMap(closedYear);
      }
      throw unavailableError("The list of your years has no end; try again later.");
    },
    async readNamed(table) {
      const found = await read(namedPath(uid, table));
      return table === "marks"
        ? { ...found, table, cells: marksIn(found.fields) }
        : { ...found, table, cells: settingsIn(found.fields) };
    },

    async save(document, changes) {
      const leaves = leavesOf(document, changes);
      const fields = withLeaves(document.fields, leaves);
      const mask = leaves.map(([path]) => path);
      const write = { path: document.path, fields: withLeaves({}, leaves), mask, precondition: versionOf(document) };
      const [version = null] = await documents.commit([write]).catch((error) => {
        const isFull = document.table === "marks" && storedSize(document.path, fields) > MAX_DOCUMENT_BYTES;
        throw isFull && hasCode(error, "refused") ? marksAreFull(error) : error;
      });
      return { ...document, cells: applyChanges(document.cells, changes), fields, version };
    },

    async close(open, archive, fields) {
      const merged: DocumentWrite = {
        path: closedPath(uid, open.table ?? Number.NaN),
        fields: { ...open.fields, ...archive?.fields },
        precondition: archive ? versionOf(archive) : { exists: false },
      };
      const reset: DocumentWrite = { path: open.path, fields, precondition: versionOf(open) };
      const [, version = null] = await documents.commit([merged, reset]);
      return yearDocument({ path: open.path, fields, version });
    },
    ...(backoff && { backoff }),
  };
}

function closedYear({ path, fields, updateTime: version }: ListedDocument): YearDocument[] {
  const parsed = parseDataPath(path);
  return parsed?.kind === "closed" ? [yearDocument({ path, fields, version }, parsed.year)] : [];
}

function marksAreFull(cause: DailyleetError): DailyleetError {
  const advice = "export your data, and look for a newer version of dailyleet";
  return refusedError(`The document of your marks is full (1 MiB); ${advice}.`, cause);
}

/** Without `year`, `found` is the open document, whose fields may hold its year. */
function yearDocument(found: ReadDocument, year = yearIn(found.fields)): YearDocument {
  return { ...found, table: year, cells: ticksIn(found.fields) };
}

function versionOf({ version }: PersonDocument): NonNullable<DocumentWrite["precondition"]> {
  return version === null ? { exists: false } : { updateTime: version };
}

type Leaf = readonly [path: FieldPath, value: Value];

/** The changed fields, and `year` or `changed` if the rules need it. */
function leavesOf({ table, fields }: PersonDocument, changes: readonly Change[]): Leaf[] {
  const leaves = changes.map(leafOf);
  if (typeof table === "string") return [...leaves, ...namesOf(changes)];
  return table === null || yearIn(fields) === table ? leaves : [...leaves, [["year"], integerValue(table)]];
}

function leafOf(change: Change): Leaf {
  if (change.table === "marks") return [["marks", change.row, change.column], integerValue(change.state)];
  if (change.table === "settings") return [["settings", change.row, change.column], { stringValue: change.state }];
  return [[String(change.row), String(change.column)], booleanValue(change.state)];
}

/** The field `changed`, which names the rows of a write of several rows. The rules find a single row themselves. */
function namesOf(changes: readonly Change[]): Leaf[] {
  const names = [...new Set(changes.map(({ row }) => String(row)))];
  const values = names.map((stringValue): Value => ({ stringValue }));
  return values.length > 1 ? [[["changed"], { arrayValue: { values } }]] : [];
}

function withLeaves(fields: Fields, leaves: readonly Leaf[]): Fields {
  return leaves.reduce((all, [path, value]) => withLeaf(all, path, value), fields);
}

function withLeaf(fields: Fields, [name = "", ...rest]: FieldPath, value: Value): Fields {
  const inner = rest.length === 0 ? value : mapValue(withLeaf(readMap(own(fields, name)) ?? {}, rest, value));
  return { ...fields, [name]: inner };
}
