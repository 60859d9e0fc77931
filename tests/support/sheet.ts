/** The spreadsheet service's text around its JSON: 47 characters before, 2 after. */
export const WRAPPING = ["/*O_o*/\ngoogle.visualization.Query.setResponse(", ");"] as const;

export const COLUMNS = [..."ABCDEFGHI"].map((id) => ({ id, label: "", type: "string" }));

/** Rows of cell texts in the spreadsheet service's format. */
export function sheetOf(rows: readonly (readonly (string | null)[])[], parsedNumHeaders = 0): string {
  const cells = rows.map((row) => ({ c: row.map((v) => (v === null ? null : { v })) }));
  return wrapped({ version: "0.6", reqId: "0", status: "ok", table: { cols: COLUMNS, rows: cells, parsedNumHeaders } });
}

/** Any answer in the spreadsheet service's wrapping. */
export function wrapped(answer: unknown): string {
  return WRAPPING.join(JSON.stringify(answer));
}
