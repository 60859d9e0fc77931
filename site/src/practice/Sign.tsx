import { type CardState, STANDING_NAMES } from "./wording.ts";

/** A shape for where the person stands with a question: each is told from the others without colour. */
export function Sign({ standing, id }: { standing: CardState; id?: string }) {
  return <span id={id} className="sign" data-standing={standing} role="img" aria-label={STANDING_NAMES[standing]} />;
}

/** The same beside a text that says it already; for what was planned for today and is done, a tick. */
export function PlainSign({ standing }: { standing: CardState | "done" }) {
  return <span className="sign" data-standing={standing} aria-hidden="true" />;
}
