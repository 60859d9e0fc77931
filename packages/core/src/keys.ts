import { once } from "./basics.ts";
import { unicodePattern } from "./text.ts";

interface KeyPress {
  /** The character that the key types, or the key's name, such as 'Enter'. */
  readonly key: string;
  /** The physical key, as `code` of a browser's `KeyboardEvent`; absent in a terminal. */
  readonly code?: string;
  readonly shiftKey?: boolean;
}

/**
 * The digit, lower-case Latin letter or sign that a key press stands for, on any keyboard layout; else the key's own
 * name or character. Latin letters count as typed (Dvorak, AZERTY); other letters count by their place on a US
 * keyboard.
 */
export function characterOf({ key, code = "", shiftKey = false }: KeyPress): string {
  const [, digit, letter] = /^(?:Digit([1-5])|Key([A-Z]))$/.exec(code) ?? [];
  const typed = digitOf(key);
  if (typed !== null) return typed;
  // AZERTY and Czech type digits with Shift.
  if (digit && !shiftKey && key.length === 1) return digit;
  const isLatin = key < FIRST_BEYOND_LATIN;
  // Cyrillic keyboards have '.' and ',' in the place of '/' and '?'.
  if (code === "Slash" && (!isLatin || key === (shiftKey ? "," : "."))) return shiftKey ? "?" : "/";
  if (isLatin) return key.toLowerCase();
  return (letter ?? (code === "" ? placedAt(key) : key)).toLowerCase();
}

/** Keys below this code point are Latin or named (`Enter`). */
const FIRST_BEYOND_LATIN = "\u0250";

/**
 * The ASCII form of a decimal digit of any script; null for other keys. Unicode keeps a script's ten digits together.
 */
function digitOf(key: string): string | null {
  const point = key.codePointAt(0) ?? 0;
  if (!isDigit().test(key)) return null;
  let value = 0;
  while (isDigit().test(String.fromCodePoint(point - value - 1))) value++;
  return String(value % 10);
}

const isDigit = unicodePattern(String.raw`^\p{Nd}$`, "u");

const FULL_WIDTH = /^[\uff01-\uff5e]$/;
const FULL_WIDTH_OFFSET = 0xfee0;
const ARABIC_QUESTION_MARK = "\u061f";

/** The character that a US keyboard types with the same physical key; the character itself if the key is unknown. */
function placedAt(character: string): string {
  if (FULL_WIDTH.test(character)) return String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET);
  if (character === ARABIC_QUESTION_MARK) return "?";
  return usKeys().get(character.toLowerCase()) ?? character;
}

const US = "qwertyuiopasdfghjklzxcvbnm/";

/**
 * The characters that the keys of `US` type on other layouts. '_' skips a key that types a sign or several characters,
 * or a character that stands for a more important key on another of these layouts.
 */
const LAYOUTS = [
  // Russian
  "йцукенгшщзфывапролдячсмить_",
  // Ukrainian
  "йцукенгшщзфівапролдячсмить_",
  // Greek
  "_ςερτυθιοπασδφγηξκλζχψωβνμ_",
  // Hebrew
  "__\u05e7\u05e8\u05d0\u05d8\u05d5\u05df\u05dd\u05e4\u05e9\u05d3\u05d2\u05db\u05e2\u05d9\u05d7\u05dc\u05da\u05d6\u05e1\u05d1\u05d4\u05e0\u05de\u05e6_",
  // Arabic
  "\u0636\u0635\u062b\u0642\u0641\u063a\u0639\u0647\u062e\u062d\u0634\u0633\u064a\u0628\u0644\u0627\u062a\u0646\u0645\u0626\u0621\u0624\u0631_\u0649\u0629\u0638",
  // Persian
  "\u0636\u0635\u062b\u0642\u0641\u063a\u0639\u0647\u062e\u062d\u0634\u0633\u06cc\u0628\u0644\u0627\u062a\u0646\u0645_\u0637\u0632\u0631\u0630\u062f\u067e_",
  // Devanagari, InScript
  "\u094c\u0948\u093e\u0940\u0942\u092c\u0939\u0917\u0926\u091c\u094b\u0947\u094d\u093f\u0941\u092a\u0930\u0915\u0924_\u0902\u092e\u0928\u0935\u0932\u0938\u092f",
];

const usKeys = once(
  () => new Map(LAYOUTS.flatMap((layout) => Array.from(layout, (character, at) => [character, US[at] ?? ""] as const))),
);
