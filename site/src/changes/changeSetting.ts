import { hasCode, type SettingParts, settingChanges, settingOf } from "@dailyleet/core";
import { $connection } from "../replica/connection.ts";
import { $config } from "../session/setup.ts";
import { currentDay } from "../view/today.ts";
import { change } from "./change.ts";

/**
 * Changes a setting of the person; empty texts restore the default. The change shows before this returns, and is one
 * undo step. Returns a sentence if the texts are not allowed, else an empty text.
 */
export function changeSetting(row: string, texts: SettingParts): string {
  try {
    const changes = settingChanges(row, texts, { config: $config.get(), today: currentDay() });
    void change(...changes.filter((one) => settingOf(personSettings(), one) !== one.state));
    return "";
  } catch (error) {
    if (hasCode(error, "usage")) return error.message;
    throw error;
  }
}

/** The person's settings, including unusable ones. */
const personSettings = () => $connection.get()?.replica.settings().cells ?? {};
