import stringWidth from "string-width";
import { expect, it } from "vitest";
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

// More than a minute, where each space looks back over those before it, and each word has its line measured again.
it.each([80, Number.POSITIVE_INFINITY])("a text of 300,000 spaces is measured once, at a width of %d", (width) => {
  for (const text of [`a${" ".repeat(300_000)}é`, `${" ".repeat(300_000)}é`, "é ".repeat(300_000)]) {
    let measured = 0;
    const measure = (part: string) => {
      measured += part.length;
      return part.length;
    };
    expect(wrapAtSpaces(text, width, measure).length).toBeGreaterThan(0);
    expect(measured).toBeLessThanOrEqual(2 * text.length);
  }
});
