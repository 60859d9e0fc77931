import { atom } from "nanostores";
import { readChoice, storeText } from "../ui/stored.ts";

const THEME_NAME = "dailyleet/theme";

/** Runs in the page's head before the first paint. A browser without storage throws. */
export const THEME_SCRIPT = `try{document.documentElement.dataset.theme=localStorage.getItem("${THEME_NAME}")||""}catch{}`;

export const THEMES = ["System", "Light", "Dark"] as const;
export type Theme = (typeof THEMES)[number];

export const $theme = atom<Theme>(readChoice(THEME_NAME, THEMES));

/** The first press leaves the system's theme for the opposite one, so that its effect is visible. */
export function nextTheme(): void {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order: readonly Theme[] = isDark ? THEMES : ["System", "Dark", "Light"];
  chooseTheme(order[(order.indexOf($theme.get()) + 1) % order.length] ?? "System");
}

export function chooseTheme(theme: Theme): void {
  storeText(THEME_NAME, theme);
  $theme.set(theme);
}

/** The style sheet reads the attribute; the browser's frame takes its colour from a `<meta>` element. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const { theme: scheme = "" } = meta.dataset;
    const isChosen = theme === scheme ? "all" : "not all";
    meta.media = theme === "System" ? `(prefers-color-scheme: ${scheme.toLowerCase()})` : isChosen;
  }
}
