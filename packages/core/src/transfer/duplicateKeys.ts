/** Deeper than anything that means something here; each level costs memory. */
const MAX_DEPTH = 100;

/** Whether brackets stand in so many others that parsing the text would take more memory than there is. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const { text } of tokensOf(json)) {
    if (text === "{" || text === "[") depth++;
    else if (text === "}" || text === "]") depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The first key that an object of this valid JSON text has twice, with the keys that lead there; null for none. */
export function duplicateKey(json: string): readonly string[] | null {
  const open: { keys: Set<string>; last: string }[] = [];
  for (const { text, isKey } of tokensOf(json)) {
    if (text === "{" || text === "[") open.push({ keys: new Set(), last: "" });
    else if (text === "}" || text === "]") open.pop();
    const object = open.at(-1);
    if (!isKey || object === undefined) continue;
    object.last = JSON.parse(text);
    if (object.keys.has(object.last)) return open.map(({ last }) => last);
    object.keys.add(object.last);
  }
  return null;
}

/** A bracket, or a string. */
interface Token {
  readonly text: string;
  /** A string with a colon after it. */
  readonly isKey: boolean;
}

function* tokensOf(json: string): Generator<Token> {
  const next = /["{}[\]]/g;
  const colon = /\s*:/y;
  for (let match = next.exec(json); match !== null; match = next.exec(json)) {
    const [bracket] = match;
    if (bracket !== '"') {
      yield { text: bracket, isKey: false };
      continue;
    }
    next.lastIndex = endOfString(json, match.index);
    colon.lastIndex = next.lastIndex;
    const isKey = colon.test(json);
    yield { text: isKey ? json.slice(match.index, next.lastIndex) : bracket, isKey };
  }
}

/** After the quotation mark that ends the string which begins here. No pattern: its memory grows with each escape. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return json.length;
}
