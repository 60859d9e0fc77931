import { DEFAULT_SOURCES, type Source, type SourceNumber } from "@dailyleet/core";
import type { ReactElement } from "react";
import type { Settings } from "../app/setup.ts";

/** What a source's column is on all days: one element for 365 of them. Its icon comes from the style sheet. */
export interface Column {
  readonly source: SourceNumber;
  readonly name: string;
  readonly link: ReactElement;
  /** The same for today's card, where the name is seen. */
  readonly namedLink: ReactElement;
}

export function columnsOf({ sources = DEFAULT_SOURCES, icons }: Settings): readonly Column[] {
  return sources.map((source, index) => columnOf(source, (index + 1) as SourceNumber, !!icons));
}

function columnOf({ name, url }: Source, source: SourceNumber, hasIcons: boolean): Column {
  const isUsual = hasIcons || name === DEFAULT_SOURCES[source - 1]?.name;
  const letters = isUsual ? undefined : lettersOf(name);
  const link = (label: string, text: number | string) => (
    <a
      key={-source}
      className={`s${source}`}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={name}
      aria-label={label}
      data-letters={letters}
    >
      {text}
    </a>
  );
  return { source, name, link: link(`${source} ${name}`, source), namedLink: link(name, name) };
}

/** 'CF' for 'CodeForces' and 'code forces', 'C9' for 'Code 90': in place of an icon that shows those of another site. */
function lettersOf(name: string): string {
  const beginnings = name.match(/\p{Lu}|\d|(?<!\p{L})\p{L}/gu) ?? [];
  return beginnings.slice(0, 2).join("").toUpperCase();
}
