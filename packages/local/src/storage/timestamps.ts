/** A moment in microseconds since the epoch, the precision of Firestore's update times. */
export type Micros = number;

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** RFC 3339 with six digits of the second: '2026-03-05T08:00:00.000001Z'. */
export function formatTimestamp(moment: Micros): string {
  const millis = new Date(Math.floor(moment / 1000)).toISOString().slice(0, -1);
  return `${millis}${String(moment % 1000).padStart(3, "0")}Z`;
}

/** Reads RFC 3339, up to microseconds; null when the text is none. */
export function parseTimestamp(text: string): Micros | null {
  const [, seconds, fraction = "", zone] = TIMESTAMP.exec(text) ?? [];
  const millis = Date.parse(`${seconds}${zone}`);
  return Number.isNaN(millis) ? null : millis * 1000 + Number(fraction.padEnd(6, "0").slice(0, 6));
}
