/** The keys of a JSON document: of an object, of a list's entries, or `any`. */
export type Shape = "any" | { readonly [key: string]: Shape } | readonly [Shape];

/** Reads the notation for JSON formats in docs/json.md: `{"a", "b": [{"c"} × 5], "d": "x"|"y"}`. */
export function parseNotation(text: string): Shape {
  const tokens = text.match(/"[^"]*"|[{}[\],:|]|[^\s"{}[\],:|]+/g) ?? [];
  let at = 0;
  const take = () => tokens[at++];

  function value(): Shape {
    const token = take();
    if (token === "{") return object();
    if (token === "[") return list();
    while (tokens[at] === "|") at += 2;
    return "any";
  }

  function object(): Shape {
    const keys: Record<string, Shape> = {};
    for (let token = take(); token !== "}"; token = take()) {
      if (token === undefined) throw new Error(`not closed: ${text}`);
      if (token === ",") continue;
      const hasValue = tokens[at] === ":";
      if (hasValue) at++;
      keys[JSON.parse(token)] = hasValue ? value() : "any";
    }
    return keys;
  }

  function list(): Shape {
    const entry = tokens[at] === "]" ? "any" : value();
    while (take() !== "]") if (at > tokens.length) throw new Error(`not closed: ${text}`);
    return [entry];
  }

  return value();
}

/** The shape of a real document, only as deep as `model`. */
export function shapeOf(document: unknown, model: Shape): Shape {
  if (Array.isArray(model)) {
    const entry = Array.isArray(document) ? document[0] : undefined;
    return Array.isArray(document) ? [entry === undefined ? model[0] : shapeOf(entry, model[0])] : "any";
  }
  if (model === "any" || typeof document !== "object" || document === null) return "any";
  const entries = Object.entries(document).map(([key, value]) => {
    return [key, shapeOf(value, (model as Record<string, Shape>)[key] ?? "any")];
  });
  return Object.fromEntries(entries);
}
