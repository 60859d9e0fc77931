import { complaintOf, isSuccess } from "@dailyleet/client";
import { hasCode, isRecord, parseJson, type SettingKey, type SettingsDocument } from "@dailyleet/core";
import { atom } from "nanostores";
import { http } from "./http.ts";
import { $session, access } from "./session.ts";
import { refreshSetup } from "./setup.ts";

/** This computer's settings, as the local server answered last; null before. */
export const $settings = atom<SettingsDocument | null>(null);

const CALL = { url: "/settings", server: "the local server" } as const;
const NO_SERVER = "The local server doesn't answer. Start it with 'dailyleet serve', and try again.";

/** Resolves to the fault as a sentence; null where there is none. */
export function readSettings(): Promise<string | null> {
  return ask(() => http({ method: "GET", ...CALL }));
}

/** Saves one after the other, so that the last choice stands. */
let saved: Promise<unknown> = Promise.resolve();

/** As `dailyleet config KEY VALUE`; null stands for `none`. The page follows. Resolves as `readSettings`. */
export function saveSetting(key: SettingKey, value: unknown): Promise<string | null> {
  const turn = saved.then(() => save(key, value));
  saved = turn;
  return turn;
}

function save(key: SettingKey, value: unknown): Promise<string | null> {
  return ask(async () => {
    const session = $session.get();
    const token = session.status === "signed-in" && (await (await access).idToken(session.person.uid));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await http({ method: "POST", ...CALL, headers, json: { key, value } });
    if (isSuccess(answer)) await refreshSetup();
    return answer;
  });
}

async function ask(work: () => ReturnType<typeof http>): Promise<string | null> {
  try {
    const answer = await work();
    const found = parseJson(answer.body);
    if (!isRecord(found)) return NO_SERVER;
    if (!isSuccess(answer)) return complaintOf(answer)?.message || NO_SERVER;
    $settings.set(found as unknown as SettingsDocument);
    return null;
  } catch (error) {
    return hasCode(error, "signin-needed") ? error.message : NO_SERVER;
  }
}
