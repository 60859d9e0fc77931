/** When the person's ticks were last exported in this browser, or since when they could have been. */
export interface ExportRecord {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly isExported: boolean;
}

const DAY_MS = 86_400_000;
const OLD_DAYS = 30;

/** 'last export 45 days ago'; empty while that is not long. */
export function exportAgeText({ at, isExported }: ExportRecord, now: number): string {
  const days = Math.floor((now - at) / DAY_MS);
  if (days <= OLD_DAYS) return "";
  return isExported ? `last export ${days} days ago` : "not exported yet";
}
