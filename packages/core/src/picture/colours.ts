/** `auto` follows the viewer's colour scheme, in a README's `<img>` too. */
export type PictureTheme = "auto" | "light" | "dark";

interface Colours {
  readonly paper: string;
  readonly line: string;
  readonly ink: string;
  readonly soft: string;
  readonly accent: string;
  /** By the number of sources done, 0 to 5. */
  readonly levels: readonly string[];
}

/** As on the page (`tokens.css`). */
const LIGHT: Colours = {
  paper: "#faf8f5",
  line: "#e4dfd8",
  ink: "#22262b",
  soft: "#5c636b",
  accent: "#3450a4",
  levels: ["#ece8e1", "#82cf97", "#49ac64", "#1f863f", "#11652f", "#0e4423"],
};
const DARK: Colours = {
  paper: "#15181c",
  line: "#30363d",
  ink: "#e7e9ec",
  soft: "#a5adb6",
  accent: "#a9bcff",
  levels: ["#272c32", "#215436", "#247645", "#319f57", "#50cd78", "#a2fabd"],
};

const FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Helvetica,Arial,sans-serif';
const SHAPES = [
  `text{font:13px ${FONTS}}`,
  ".year{font-size:44px;font-weight:700}",
  ".value{font-size:22px;font-weight:600}",
  ".small{font-size:11px}",
  "path{stroke-width:2;stroke-linejoin:round}",
].join("");

/** The style sheet of a picture. Without custom properties, which not every program that draws SVG knows. */
export function pictureStyle(theme: PictureTheme): string {
  const colours = rulesOf(theme === "dark" ? DARK : LIGHT);
  const follow = theme === "auto" ? `@media (prefers-color-scheme:dark){${rulesOf(DARK)}}` : "";
  return SHAPES + colours + follow;
}

function rulesOf({ paper, line, ink, soft, accent, levels }: Colours): string {
  const tones = levels.map((tone, level) => `.l${level}{fill:${tone};stroke:${tone}}`);
  return [
    `.paper{fill:${paper};stroke:${line}}`,
    `.ahead{fill:none;stroke:${line};stroke-width:1}`,
    `text{fill:${ink}}`,
    `.soft{fill:${soft}}`,
    `.rest{stroke:${soft}}`,
    `.track{fill:${levels[0]}}`,
    `.bar{fill:${levels[3]}}`,
    `.mark{fill:${accent}}`,
    `.check{fill:none;stroke:${paper};stroke-linecap:round}`,
    ...tones,
  ].join("");
}
