import { dataDocument, exportDocument, formatDate, type PersonData } from "@dailyleet/core";
import { $session } from "../session/session.ts";
import { currentDay } from "./today.ts";

/** Downloads what `export` writes, with the person's name. */
export function saveDocument(data: PersonData, ending: string): void {
  const session = $session.get();
  const document = session.status === "signed-in" ? exportDocument({ ...session.person, ...data }) : dataDocument(data);
  saveFile(fileName(ending), "application/json", `${JSON.stringify(document)}\n`);
}

/** 'dailyleet-2026-03-05.json' */
export const fileName = (ending: string): string => `dailyleet-${formatDate(currentDay())}${ending}`;

export function saveFile(name: string, type: string, content: string | Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // Revoke later: by then the download has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
