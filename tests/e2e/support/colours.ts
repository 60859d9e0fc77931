import type { Page } from "playwright-core";

export type Capabilities = Readonly<Record<"color" | "backgroundColor" | "borderColor" | "outlineStyle", string>>;

export function capabilitiesOf(page: Page, selector: string): Promise<Capabilities> {
  return page
    .locator(selector)
    .first()
    .evaluate(async (part) => {
      await Promise.all(part.getAnimations().map(({ finished }) => finished));
      const { color, backgroundColor, borderColor, outlineStyle } = getComputedStyle(part);
      return { color, backgroundColor, borderColor, outlineStyle };
    });
}

/**
 * The contrast ratio by WCAG 2, from 1 to 21, of two colours, each `rgb(1, 2, 3)` or `color(srgb 0.1 0.2 0.3)`. A
 * translucent colour is blended with white.
 */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = shares(color).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue from 0 to 1, blended with white. Throws on any other notation. */
function shares(color: string): number[] {
  const [, kind, values] = /^(rgba?|color)\((?:srgb )?([\d., /]+)\)$/.exec(color) ?? [];
  const [red, green, blue, alpha = 1] = values?.split(/[, /]+/).map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined) throw new Error(`'${color}' is not a colour`);
  const most = kind === "color" ? 1 : 255;
  return [red, green, blue].map((part) => 1 + (part / most - 1) * alpha);
}
