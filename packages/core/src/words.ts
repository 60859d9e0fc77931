/** A value from outside as an error shows it; of a list or an object only that it is one, however deep it is. */
export function shown(value: unknown, maxLength: number): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return clip(JSON.stringify(value), maxLength);
}

export function clip(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}

/** '1 day', '2 days' */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
