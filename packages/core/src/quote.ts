/** A value from outside as an error shows it; of a list or an object only that it is one, however deep it is. */
export function shown(value: unknown, maxLength: number): string {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) {
    return clip(JSON.stringify(value) ?? "missing", maxLength);
  }
  return Array.isArray(value) ? "a list" : "an object";
}

export function clip(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}
