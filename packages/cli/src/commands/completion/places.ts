import { MARK_WORDS, parseSource, SOURCE_NUMBERS, type Source, sourceName, WEEKDAY_NAMES } from "@dailyleet/core";
import type { KnownValues } from "./knownValues.ts";
import type { Places, Word } from "./table.ts";

/** The words for each kind of value, none of which a shell gives a meaning to. */
export function placesOf({ sources, profiles, years, tags, questions }: KnownValues): Places {
  const names = sourceWords(sources);
  const people = plainWords(profiles, "profile");
  return {
    source: names,
    "source...": [...names, { word: "all", meaning: "all five sources" }],
    date: DATES,
    name: people,
    "profile...": people,
    year: plainWords(years.map(String), "year"),
    tag: plainWords(
      tags.map((tag) => tag.trim().replace(/\s+/g, "-")),
      "tag",
    ),
    mark: [...MARK_WORDS.slice(1), MARK_WORDS[0]].map((word) => ({ word, meaning: "mark" })),
    question: questions.map((name, index) => ({ word: String(index + 1), meaning: plainText(name) })),
  };
}

const DATES: readonly Word[] = [
  ...["today", "yesterday", "tomorrow"].map((word) => ({ word, meaning: "date" })),
  ...WEEKDAY_NAMES.map((name) => ({ word: name.toLowerCase(), meaning: "the last one" })),
];

/** What needs no quotes in any shell. */
const PLAIN_WORD = /^[\p{L}\p{N}][\p{L}\p{N}._-]*/u;

/** Those of the texts that need no quotes. */
function plainWords(texts: readonly string[], meaning: string): Word[] {
  return texts.filter((text) => PLAIN_WORD.exec(text)?.[0] === text).map((word) => ({ word, meaning }));
}

/** A text from elsewhere without anything that a shell gives a meaning to. */
function plainText(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]+/gu, " ").trim();
}

/** The beginning of each name that needs no quotes, in small letters, where it is enough to tell which. */
function sourceWords(sources: readonly Source[]): Word[] {
  return SOURCE_NUMBERS.flatMap((source) => {
    const [word] = PLAIN_WORD.exec(sourceName(sources, source).toLowerCase()) ?? [];
    return word !== undefined && isNameOf(word, source, sources) ? [{ word, meaning: `source ${source}` }] : [];
  });
}

function isNameOf(word: string, source: number, sources: readonly Source[]): boolean {
  try {
    return parseSource(word, sources) === source;
  } catch {
    return false;
  }
}
