import { type Difficulty, webLink } from "@dailyleet/core";
import type { QuestionState } from "./wording.ts";

/** A shape for each state, distinct without colour, beside a text that names the state. */
export function Sign({ state }: { state: QuestionState | "done" }) {
  return <span className="sign" data-state={state} aria-hidden="true" />;
}

/** One, two or three bars, and the word. */
export function DifficultyLabel({ of, id }: { of: Difficulty; id?: string }) {
  return (
    <span id={id} className="difficulty soft" data-difficulty={of}>
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
      <bdi className="soft">{link ? link.host : address}</bdi>
    </span>
  );
}
