import type { Source } from "@dailyleet/core";
import { createContext, useContext } from "react";
import type { nextDue } from "../parts/questions.ts";
import type { TonedLook } from "../terminal/look.ts";

/** What is the same on every screen. */
export interface Surroundings {
  readonly look: TonedLook;
  readonly sources: readonly Source[];
  readonly nextDue: typeof nextDue;
}

export const SurroundingsContext = createContext<Surroundings | null>(null);

export function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext);
  if (surroundings === null) throw new Error("nothing surrounds this component");
  return surroundings;
}
