import { Text } from "ink";
import { LEAST } from "../layout.ts";

/** In place of everything, until the window is large enough. */
export function TooSmall({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  return (
    <Text>
      This window has {columns} columns and {rows} rows; dailyleet ui needs {LEAST.columns} and {LEAST.rows}. Make it
      larger, or press q.
    </Text>
  );
}
