import { Text } from "ink";
import type { ReactNode } from "react";

/** One line, cut at the edge: a broken line would move everything below it. */
export function Line({ children }: { readonly children: ReactNode }) {
  return <Text wrap="truncate-end">{children}</Text>;
}
