import { hasCode, type SettingParts, settingChanges, settingOf } from "@dailyleet/core";
import { $connection } from "../replica/connection.ts";
import { $config } from "../session/setup.ts";
import { currentDay } from "../view/today.ts";
import { change } from "./change.ts";

/**
 * Gives a setting of the person these texts; empty texts, the default. That shows before this returns, and is one step of
 * undo. Returns the fault of texts that are not allowed, as a sentence; else empty.
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

/** What the person has set, whether it can be used or not. */
const personSettings = () => $connection.get()?.replica.settings().cells ?? {};
