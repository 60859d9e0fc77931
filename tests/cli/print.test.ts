import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonText } from "../../packages/cli/src/terminal/output.ts";

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
      numRuns: 1000,
    },
  );
});
