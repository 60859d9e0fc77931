import { PLAIN_STYLE, yearText } from "@dailyleet/core";
import { NOT_WHOLE, readShownYear } from "./years.ts";

/**
 * Copies the shown year as the terminal's `year` draws it; resolves to a sentence that says what was copied. Must be
 * called from a click.
 */
export async function copyYear(): Promise<string> {
  const { clipboard } = navigator;
  if (!clipboard) return "Copying needs a secure (https) address.";
  try {
    const shown = readShownYear();
    const blob = shown.then(({ view }) => new Blob([yearText(view, PLAIN_STYLE)], { type: "text/plain" }));
    await clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    const { isWhole } = await shown;
    return isWhole ? "Copied." : `Copied. ${NOT_WHOLE}`;
  } catch {
    return "Your browser blocked copying; allow it and try again.";
  }
}
