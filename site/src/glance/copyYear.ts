import { PLAIN_LOOK, yearText } from "@dailyleet/core";
import { readShownYear } from "./shownYear.ts";

/**
 * Copies the shown year as the terminal's `year` draws it; resolves to a sentence that says what was copied. Must be
 * called from a click.
 */
export async function copyYear(): Promise<string> {
  const { clipboard } = navigator;
  if (!clipboard) return "Copying needs HTTPS.";
  try {
    const shown = readShownYear();
    const blob = shown.then(({ view }) => new Blob([yearText(view, PLAIN_LOOK)], { type: "text/plain" }));
    await clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    const { isWhole } = await shown;
    return isWhole ? "Copied." : "Copied, but earlier years could not be read, so the streaks may be longer.";
  } catch {
    return "The browser blocked copying; allow it and try again.";
  }
}
