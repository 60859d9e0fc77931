import { type CivilDate, formatDate, parseDate } from "../calendar/calendar.ts";
import { orElse, usageError } from "../errors.ts";
import { isSettingCell, type SettingParts } from "../settings/settings.ts";
import { LAST_PLANNED, LIST_NAMES, WEEKDAYS } from "../settings/values.ts";
import { requireToCome } from "./change.ts";

/** Setting → the values that shell completion offers. */
export const SETTING_OFFERS: Readonly<Record<string, readonly string[]>> = {
  list: LIST_NAMES,
  dayEndsAt: ["03:00"],
  "rest.weekdays": WEEKDAYS,
  problems: ["on", "off"],
};

/** Reads `on`, `off`, `true` and `false`; returns any other word unchanged. */
export function readFlag(word: string): boolean | string {
  const at = ["off", "on", "false", "true"].indexOf(word.toLowerCase());
  return at === -1 ? word : at % 2 === 1;
}

/**
 * Reads the words of a command line as a setting's texts. Throws `usage` for too many words, an empty word or a bad
 * day.
 */
export function textsOfWords(row: string, words: readonly string[], today: CivilDate): SettingParts {
  const isSource = isSettingCell(row, "url");
  const most = isSource ? 2 : 1;
  if (words.length > most) {
    throw usageError(`'dailyleet config ${row}' takes no '${words[most]}'; see 'dailyleet config --help'.`);
  }
  if (words.some((word) => word.trim() === "")) {
    throw usageError(`'dailyleet config ${row}' takes no empty text; give a value, or none.`);
  }
  const [word = "", address = ""] = words;
  if (isSource) return { name: word, url: address };
  if (row === "plan") return { until: readPlanDay(word, today) };
  return { value: valueOfWord(row, word) };
}

function valueOfWord(row: string, word: string): string {
  if (row === "rest.weekdays") return word.toLowerCase();
  if (row !== "problems") return word;
  const flag = readFlag(word);
  // 'off' is the default, and an empty text stands for it.
  return typeof flag === "string" ? flag : flag ? "on" : "";
}

/** Reads a plan's last day; a text without a year means the next such day. Returns `YYYY-MM-DD`. Throws `usage`. */
function readPlanDay(text: string, today: CivilDate): string {
  const date = orElse(null, () => parseDate(text, today, "next"));
  if (date === null || date.year > LAST_PLANNED) {
    const advice = `give one such as 12-30 or ${today.year + 1}-03-31, no later than ${LAST_PLANNED}`;
    throw usageError(`'${text}' is not a day for a plan; ${advice}.`);
  }
  const until = formatDate(date);
  requireToCome(until, today);
  return until;
}
