import { fold } from "../text.ts";
import { webLink } from "../webLink.ts";

/** One question of the curated list, as the sheet shows it. */
export interface Question {
  readonly name: string;
  /** As written in the sheet; only `webLink` tells whether it may become a link. */
  readonly link: string;
  readonly tags: readonly string[];
  readonly text: string;
  /** As `link`. */
  readonly solution: string;
  readonly takeaways: string;
  readonly analysis: string;
}

/** Parameters that say where a visitor came from, not what the page is. */
const VISIT_PARAMETER = /^(utm_\w*|ref|envType|envId|fbclid|gclid)(=|$)/;

/**
 * What makes two rows the same question: the link without what may differ between two copies of it (scheme,
 * `www.`, visit parameters, fragment, last slash). Without a web link the text of the link, else the name.
 */
export function questionKey({ link, name }: Pick<Question, "link" | "name">): string {
  const web = webLink(link);
  const url = web && URL.parse(web.href);
  if (!url) return fold(link.trim() || name.trim());
  const parameters = url.search.slice(1).split("&");
  const query = parameters.filter((parameter) => parameter !== "" && !VISIT_PARAMETER.test(parameter)).join("&");
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  return url.host.replace(/^www\./, "") + path + (query && `?${query}`);
}

export interface QuestionFilter {
  /** Each must occur in the name, the tags or the text, in any case of letters. */
  readonly words?: readonly string[];
  /** The question must have each of these tags, in any case of letters, hyphens for spaces. */
  readonly tags?: readonly string[];
}

/** The questions that fulfil the whole filter, in the order of the sheet. */
export function filterQuestions(questions: readonly Question[], filter: QuestionFilter): Question[] {
  const words = (filter.words ?? []).map(fold);
  const tags = (filter.tags ?? []).map(foldTag);
  if (words.length === 0 && tags.length === 0) return [...questions];
  return questions.filter((question) => {
    const searched = [question.name, ...question.tags, question.text].map(fold).join("\n");
    const own = question.tags.map(foldTag);
    return words.every((word) => searched.includes(word)) && tags.every((tag) => own.includes(tag));
  });
}

/** The words of a search box. */
export function searchWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Every tag once, in alphabetical order, in the spelling that comes first. */
export function allTags(questions: readonly Question[]): string[] {
  const spelling = new Map<string, string>();
  for (const tag of questions.flatMap((question) => question.tags)) {
    const key = foldTag(tag);
    if (!spelling.has(key)) spelling.set(key, tag);
  }
  return [...spelling].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
}

/** 'two-pointers' and 'Two Pointers' are the same tag: in a shell the one needs no quotes. */
export function foldTag(tag: string): string {
  return fold(tag).replace(/\s+/g, "-");
}
