import type { Change } from "@dailyleet/core";
import type { UiState } from "./state.ts";

/** What is to be done outside the screen. */
export type Job =
  | { readonly kind: "read"; readonly year: number }
  | { readonly kind: "questions" }
  | { readonly kind: "change"; readonly verb: "tick" | "untick" | "mark"; readonly change: Change }
  | { readonly kind: "undo" | "redo" }
  | { readonly kind: "quit"; readonly exitCode: number };

export interface Pressed {
  readonly state: UiState;
  readonly job?: Job;
}
