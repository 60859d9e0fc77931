import { spawnSync } from "node:child_process";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import stringWidth from "string-width";
import { expect, it } from "vitest";
import { jsonText, shellWord } from "../../packages/cli/src/terminal/output.ts";
import { askOn } from "../../packages/cli/src/terminal/screen.ts";
import { wrapAtSpaces } from "../../packages/cli/src/terminal/width.ts";

it.each([
  ["words are put on lines at spaces", "one two three", ["one two", "three"]],
  ["the first word keeps the spaces before it", "   1 day now", ["   1 day", "now"]],
  ["spaces between words stay where the line goes on", "a  b", ["a  b"]],
  ["a word that is wider than a line stays whole", "a wide-word b", ["a", "wide-word", "b"]],
  ["wide characters take two columns", "日本 語 x", ["日本 語", "x"]],
  ["an empty line stays", "a\n\nb", ["a", "", "b"]],
])("%s", (_, text, lines) => {
  expect(wrapAtSpaces(text, 8, stringWidth)).toEqual(lines);
});

// Quadratic code takes more than a minute: for each space it looks back over the spaces before, for each word it
// measures the line again.
it.each([80, Number.POSITIVE_INFINITY])("a text of 30,000 spaces is measured once, at a width of %d", (width) => {
  for (const text of [`a${" ".repeat(30_000)}é`, `${" ".repeat(30_000)}é`, "é ".repeat(30_000)]) {
    let measured = 0;
    const measure = (part: string) => {
      measured += part.length;
      return part.length;
    };
    expect(wrapAtSpaces(text, width, measure).length).toBeGreaterThan(0);
    expect(measured).toBeLessThanOrEqual(2 * text.length);
  }
});

const anyText = fc.string({
  unit: fc.oneof(
    fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom("\\", "\\u", "d800", "\ud83d", "\ude00", '"'),
  ),
});

it("JSON for scripts is strict JSON that says the same, with U+FFFD for half a surrogate pair", () => {
  fc.assert(
    fc.property(anyText, anyText, (key, value) => {
      const text = jsonText({ [`k${key}`]: [value] });
      expect(text.isWellFormed()).toBe(true);
      expect(text.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      const [[foundKey, [found]]] = Object.entries(JSON.parse(text)) as [[string, [string]]];
      expect([foundKey, found]).toEqual([`k${key}`.toWellFormed(), value.toWellFormed()]);
    }),
    {
      examples: [
        ["\ud800", "\\ud800"],
        ["\\\ud800", "\\\\\udfff"],
      ],
    },
  );
});

it.each(["plain/file-1.json", "it's", "'; touch pwned; '", '$(id) `id` "$HOME" \\', "-é 日本"])(
  "%s is one word of a command to paste",
  (word) => {
    expect(spawnSync("sh", ["-c", `printf %s ${shellWord(word)}`], { encoding: "utf8" }).stdout).toBe(word);
  },
);

it("control characters in a command to paste are escapes", () => {
  expect(shellWord("a\u001b[31m'\nb\u202e")).toBe(String.raw`$'a\x1b[31m\x27\x0ab\xe2\x80\xae'`);
});

it("a question has nothing that a terminal would act on", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end("1\n");
  expect(await askOn(input, output, "1  \u001b]0;owned\u0007file\nWhich one? ")).toBe("1");
  expect(String(output.read())).toBe("1  ]0;ownedfile\nWhich one? ");
});
