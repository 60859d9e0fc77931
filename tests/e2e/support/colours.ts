import type { Page } from "playwright-core";

export type Look = Readonly<Record<"color" | "backgroundColor" | "borderColor" | "outlineStyle", string>>;

/** How the first such element is drawn once its transitions are over. */
export function lookOf(page: Page, selector: string): Promise<Look> {
  return page
    .locator(selector)
    .first()
    .evaluate(async (part) => {
      await Promise.all(part.getAnimations().map(({ finished }) => finished));
      const { color, backgroundColor, borderColor, outlineStyle } = getComputedStyle(part);
      return { color, backgroundColor, borderColor, outlineStyle };
    });
}

/** The contrast ratio of WCAG 2 of two colours, as `rgb(1, 2, 3)`: 1 to 21. What shines through a colour is white. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [alpha, ...parts] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(color)?.slice(1).reverse() ?? [];
  if (parts.length === 0) throw new Error(`'${color}' is not a colour as rgb() or rgba()`);
  const [blue = 0, green = 0, red = 0] = parts
    .map((part) => 1 + (Number(part) / 255 - 1) * Number(alpha ?? 1))
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
