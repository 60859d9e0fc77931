/**
 * Whether an answer is a deployment's configuration, right or faulty, and not a portal's or a filter's own text. The
 * service worker asks, too.
 */
export function isSiteConfig(text: string): boolean {
  try {
    const value = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && ("firebase" in value || "local" in value);
  } catch {
    return false;
  }
}
