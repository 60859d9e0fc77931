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

it.each([80, Number.POSITIVE_INFINITY])("60,000 spaces hold nobody up, at a width of %d", (width) => {
  const start = performance.now();
  for (const text of [`a${" ".repeat(60_000)}é`, `${" ".repeat(60_000)}é`, "é ".repeat(60_000)]) {
    expect(wrapAtSpaces(text, width, stringWidth).length).toBeGreaterThan(0);
  }
  expect(performance.now() - start).toBeLessThan(1500);
});
