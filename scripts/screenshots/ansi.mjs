// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with it
const SGR = /\x1b\[([\d;]*)m/;
const COLOURS = ["#15171c", "#f07178", "#49ac64", "#e6b450", "#82aaff", "#c792ea", "#5ccfe6", "#d8dade"];
const BRIGHT = ["#767c88", "#ff8b92", "#a2fabd", "#ffd580", "#a9c6ff", "#ddb6f2", "#95e6f5", "#ffffff"];
const OFF = { 0: ["bold", "dim", "inverse", "colour"], 22: ["bold", "dim"], 27: ["inverse"], 39: ["colour"] };
const ON = { 1: "bold", 2: "dim", 7: "inverse" };

/** Converts a terminal's text, with its escape sequences for colours and weights, to the content of a `<pre>`. */
export function ansiToHtml(text) {
  const style = {};
  return text
    .split(SGR)
    .map((part, index) => {
      if (index % 2 === 0) return part === "" ? "" : `<span style="${cssOf(style)}">${escapeHtml(part)}</span>`;
      apply(style, part.split(";").map(Number));
      return "";
    })
    .join("");
}

function apply(style, codes) {
  const [code = 0, kind, ...values] = codes;
  if (code in ON) style[ON[code]] = true;
  for (const name of OFF[code] ?? []) delete style[name];
  if (code >= 30 && code <= 37) style.colour = COLOURS[code - 30];
  if (code >= 90 && code <= 97) style.colour = BRIGHT[code - 90];
  if (code === 38 && kind === 5) style.colour = indexed(values[0]);
  if (code === 38 && kind === 2) style.colour = `rgb(${values.join(",")})`;
}

/** One of the 256 colours: sixteen named ones, a cube of 6 × 6 × 6, 24 greys. */
function indexed(index) {
  if (index < 16) return [...COLOURS, ...BRIGHT][index];
  if (index > 231)
    return `rgb(${Array(3)
      .fill(8 + 10 * (index - 232))
      .join(",")})`;
  const level = (part) => (part === 0 ? 0 : 55 + 40 * part);
  const at = index - 16;
  return `rgb(${[Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(level).join(",")})`;
}

function cssOf({ bold, dim, inverse, colour = "#d8dade" }) {
  const inks = inverse ? `background:${colour};color:#15171c` : `color:${colour}`;
  return `${inks}${bold ? ";font-weight:700" : ""}${dim ? ";opacity:.6" : ""}`;
}

/** Gives each character beyond ASCII a cell of its own, because it may come from a wider font. */
function escapeHtml(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/\P{ASCII}/gu, '<i style="display:inline-block;width:1ch;font-style:normal">$&</i>');
}
