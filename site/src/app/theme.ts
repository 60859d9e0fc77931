import { atom } from "nanostores";
import { readChoice } from "../ui/choice.ts";
import { keepCopy } from "../ui/localCopy.ts";
import { THEME_NAME } from "./themeScript.ts";

const THEMES = ["System", "Light", "Dark"] as const;
export type Theme = (typeof THEMES)[number];

export const $theme = atom<Theme>(readChoice(THEME_NAME, THEMES));

/** From the system's theme to the other one, so that the first press is seen; then to the same one, then back. */
export function nextTheme(): void {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order: readonly Theme[] = isDark ? THEMES : ["System", "Dark", "Light"];
  const theme = order[(order.indexOf($theme.get()) + 1) % order.length] ?? "System";
  keepCopy(THEME_NAME, theme);
  $theme.set(theme);
}

/** The style sheet goes by the attribute, the browser's own frame by the `<meta>` of the theme. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const own = meta.dataset.theme ?? "";
    const isOwn = theme === own ? "all" : "not all";
    meta.media = theme === "System" ? `(prefers-color-scheme: ${own.toLowerCase()})` : isOwn;
  }
}
