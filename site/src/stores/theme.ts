import { atom } from "nanostores";
import { keepChoice, readChoice } from "../lib/choice.ts";
import { THEME_NAME } from "../lib/themeScript.ts";

const THEMES = ["System", "Light", "Dark"] as const;
export type Theme = (typeof THEMES)[number];

export const $theme = atom<Theme>(readChoice(THEME_NAME, THEMES));

export function nextTheme(): void {
  const theme = THEMES[(THEMES.indexOf($theme.get()) + 1) % THEMES.length] ?? "System";
  keepChoice(THEME_NAME, theme);
  $theme.set(theme);
}

/** The style sheet goes by the attribute, the browser's own frame by the `<meta>` of the theme. */
$theme.subscribe((theme) => {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const own = meta.dataset.theme ?? "";
    const isOwn = theme === own ? "all" : "not all";
    meta.media = theme === "System" ? `(prefers-color-scheme: ${own.toLowerCase()})` : isOwn;
  }
});
