/** A string with the colon after it where it is a key, or a bracket. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

/** The first key that an object of this valid JSON text has twice, with the keys that lead there; null for none. */
export function duplicateKey(json: string): readonly string[] | null {
  const open: { keys: Set<string>; last: string }[] = [];
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (token === "{" || token === "[") open.push({ keys: new Set(), last: "" });
    else if (token === "}" || token === "]") open.pop();
    const object = open.at(-1);
    if (colon === undefined || object === undefined) continue;
    object.last = JSON.parse(token.slice(0, -colon.length));
    if (object.keys.has(object.last)) return open.map(({ last }) => last);
    object.keys.add(object.last);
  }
  return null;
}
