import { DEFAULT_SOURCES, type PictureTheme, yearPicture } from "@dailyleet/core";
import { $look } from "../app/setup.ts";
import { $theme } from "../app/theme.ts";
import { readShownYear } from "../glance/shownYear.ts";

export interface DrawnYear {
  readonly year: number;
  /** The SVG document for whoever looks at it. */
  readonly svg: string;
  /** The same as this page shows it. */
  readonly shown: string;
  readonly isWhole: boolean;
}

export async function drawYear(): Promise<DrawnYear> {
  const { view, isWhole } = await readShownYear();
  const year = { ...view, sources: $look.get().sources ?? DEFAULT_SOURCES };
  return {
    year: view.summary.year,
    svg: yearPicture(year, "auto"),
    shown: yearPicture(year, shownTheme()),
    isWhole,
  };
}

function shownTheme(): PictureTheme {
  const theme = $theme.get();
  if (theme !== "System") return theme === "Dark" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
