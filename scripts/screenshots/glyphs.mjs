/**
 * Runs in the page. Returns the letters of its visible text for which no font has a glyph: the browser draws them like
 * U+10FFFF, for which no font can have one.
 */
export function findMissingGlyphs() {
  const NOBODY_HAS = "\u{10ffff}";
  const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const drawn = new Map();
  const draw = (letter, font) => {
    const key = letter + font;
    if (!drawn.has(key)) {
      context.reset();
      context.font = font;
      context.fillText(letter, 16, 48);
      drawn.set(key, context.getImageData(0, 0, 64, 64).data.join());
    }
    return drawn.get(key);
  };
  const missing = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.checkVisibility()) continue;
    const font = `32px ${getComputedStyle(parentElement).fontFamily}`;
    for (const letter of new Set(data.replace(/\s/g, "")))
      if (draw(letter, font) === draw(NOBODY_HAS, font)) missing.add(letter);
  }
  return [...missing];
}
