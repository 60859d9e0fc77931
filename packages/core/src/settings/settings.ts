import { own } from "../basics.ts";
import { readMap, readString } from "../firestore/values.ts";
import { JUDGE_KEYS } from "../ticks/hosts.ts";
import { SOURCE_NUMBERS } from "../ticks/sources.ts";

/** All settings of a person: key → part → text. An absent or empty text stands for the default. */
export type PersonSettings = Readonly<Record<string, SettingParts>>;

export type SettingParts = Readonly<Record<string, string>>;

/** A setting's cell: `row` is a key of `SETTING_PARTS`, `column` one of its parts. */
export interface SettingCell {
  readonly table: "settings";
  readonly row: string;
  readonly column: string;
}

export interface SettingChange extends SettingCell {
  readonly state: string;
}

export const NO_SETTINGS: PersonSettings = {};

/** The parts of a setting that has only one part. */
const ONLY = ["value"] as const;
const SOURCE_PARTS = ["name", "url", "zone"] as const;

/** Setting → its parts. `firestore.rules` have the same list. */
export const SETTING_PARTS: Readonly<Record<string, readonly string[]>> = {
  list: ONLY,
  plan: ["until", "from"],
  dayEndsAt: ONLY,
  "rest.weekdays": ONLY,
  "rest.perMonth": ONLY,
  ...Object.fromEntries(SOURCE_NUMBERS.map((number) => [`source.${number}`, SOURCE_PARTS])),
  ...Object.fromEntries(JUDGE_KEYS.map((judge) => [`account.${judge}`, ONLY])),
  problems: ONLY,
};

/** In code points. A setting's text is a single line. */
export const MAX_SETTING_LENGTH = 500;

const TEXT = new RegExp(`^[^\n]{0,${MAX_SETTING_LENGTH}}$`, "u");

export function settingCell(row: string, column = "value"): SettingCell {
  return { table: "settings", row, column };
}

/** Empty for the default. */
export function settingOf(settings: PersonSettings, { row, column }: Pick<SettingCell, "row" | "column">): string {
  return own(own(settings, row) ?? {}, column) ?? "";
}

export function isSettingCell(row: unknown, column: unknown): boolean {
  return typeof row === "string" && typeof column === "string" && !!own(SETTING_PARTS, row)?.includes(column);
}

export function isSettingText(value: unknown): value is string {
  return typeof value === "string" && TEXT.test(value) && value.isWellFormed();
}

/** Reads the settings of a document. Never throws: skips unknown values, which masked writes leave in the document. */
export function settingsIn(fields: unknown): PersonSettings {
  const stored = readMap((fields as Record<string, unknown> | null | undefined)?.settings) ?? {};
  const settings: Record<string, SettingParts> = {};
  for (const [row, parts] of Object.entries(SETTING_PARTS)) {
    const found = readMap(own(stored, row)) ?? {};
    const texts = parts.flatMap((part) => {
      const text = readString(own(found, part));
      return isSettingText(text) ? [[part, text] as const] : [];
    });
    if (texts.length > 0) settings[row] = Object.fromEntries(texts);
  }
  return settings;
}
