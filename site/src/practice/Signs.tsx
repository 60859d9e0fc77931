import { type Difficulty as Level, webLink } from "@dailyleet/core";
import type { CardState } from "./wording.ts";

/** A shape for each state of a question, distinct without colour, beside a text that names it; a tick for what is done. */
export function Sign({ cardState }: { cardState: CardState | "done" }) {
  return <span className="sign" data-state={cardState} aria-hidden="true" />;
}

/** One bar, two or three, and the word. */
export function Difficulty({ of, id }: { of: Level; id?: string }) {
  return (
    <span id={id} className="difficulty" data-difficulty={of}>
      {of}
    </span>
  );
}

/** Opens a new tab. An address that is no web link stays text. */
export function SheetLink({ address, label }: { address: string; label: string }) {
  if (address.trim() === "") return null;
  const link = webLink(address);
  return (
    <span>
      {link ? (
        <a href={link.href} target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      ) : (
        <span>{label}</span>
      )}
      <span> </span>
      <bdi className="host">{link ? link.host : address}</bdi>
    </span>
  );
}
