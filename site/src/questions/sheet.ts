import { downloadSheet } from "@dailyleet/client";
import { type Config, isRecord } from "@dailyleet/core";
import { atom } from "nanostores";
import { http } from "../app/http.ts";
import { readCached, sheetKey, writeCached } from "../replica/browserCache.ts";
import { messageOf } from "../ui/report.ts";

/** The sheet of the questions as text; reading it waits until somebody wants to see the list. */
export type SheetText =
  | { readonly status: "loading" }
  | { readonly status: "fetched"; readonly text: string }
  /** The last good copy, with the moment when it was fetched (milliseconds since the epoch). */
  | { readonly status: "kept"; readonly text: string; readonly keptAt: number }
  | { readonly status: "failed" };

export const $sheet = atom<SheetText>({ status: "loading" });

const BUNDLED_SHEET = "/questions.gviz.txt";

let address = "";

/** Fetches the sheet once a person is known. */
export async function loadSheet({ sheet = BUNDLED_SHEET }: Config): Promise<void> {
  const { status } = $sheet.get();
  if (address === sheet && status !== "failed" && status !== "kept") return;
  address = sheet;
  // A new attempt after a failure is seen as one; a copy stays until there is something newer.
  if (status === "failed") $sheet.set({ status: "loading" });
  try {
    $sheet.set({ status: "fetched", text: await downloadSheet({ http, url: sheet }) });
  } catch (error) {
    await fallBackToCopy(error);
  }
}

/** What was fetched can be read: the copy for times without network. */
export function keepSheet(text: string): Promise<unknown> {
  return writeCached(sheetKey(address), { text, keptAt: Date.now() });
}

/** The fetch failed, or brought something that is no sheet. */
export async function fallBackToCopy(error: unknown): Promise<void> {
  console.error(messageOf(error));
  const copy = await readCached(sheetKey(address));
  const isCopy = isRecord(copy) && typeof copy.text === "string" && typeof copy.keptAt === "number";
  $sheet.set(
    isCopy ? { status: "kept", text: copy.text as string, keptAt: copy.keptAt as number } : { status: "failed" },
  );
}
