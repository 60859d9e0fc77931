/** Whether a text is a deployment's configuration (valid or not) and not the page of a portal or a filter. */
export function isSiteConfig(text: string): boolean {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && ("firebase" in value || "local" in value);
  } catch {
    return false;
  }
}
