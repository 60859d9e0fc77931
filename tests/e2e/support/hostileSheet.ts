import { sheetOf } from "../../support/sheet.ts";

const SCRIPT = "alert(document.domain)";

/** Texts that must not become links: other schemes in all disguises, and addresses that look like another host's. */
const LINKS = [
  `javascript:${SCRIPT}`,
  `JaVaScRiPt:${SCRIPT}`,
  `java\nscript:${SCRIPT}`,
  `java\tscript:${SCRIPT}`,
  `\u0001javascript:${SCRIPT}`,
  ` \u00a0javascript:${SCRIPT}`,
  `javascript://leetcode.com/%0a${SCRIPT}`,
  `&#106;avascript:${SCRIPT}`,
  `data:text/html,<script>${SCRIPT}</script>`,
  `vbscript:${SCRIPT}`,
  "blob:https://leetcode.com/1",
  "file:///etc/passwd",
  "filesystem:https://leetcode.com/x",
  "about:blank",
  "//evil.example/",
  "/\\evil.example/",
  "https:evil.example",
  "https://leetcode.com@evil.example/",
  "https://leetcode.com:x@evil.example/",
  "https://@evil.example/",
  "https://evil.example\\@leetcode.com/",
];

/** Addresses that look like another host's. They may become links that show where they lead. */
export const LOOK_ALIKES = [
  "https://leetсode.com/problems/",
  "https://leetcode.com.evil.example/",
  "https://１２７.0.0.1/",
  "https://evil.example/\u202e/moc.edoctael",
];

const MARKUP = [
  `<img src=x onerror=${SCRIPT}>`,
  "<img src=https://evil.example/pixel.png>",
  `</script><script>${SCRIPT}</script>`,
  `"><svg onload=${SCRIPT}>`,
  `' onmouseover=${SCRIPT} autofocus onfocus=${SCRIPT} x='`,
  `<iframe srcdoc="<script>${SCRIPT}</script>"></iframe>`,
  "<style>@import 'https://evil.example/x.css'</style>",
  "<base href=https://evil.example/>",
  `{{constructor.constructor('${SCRIPT}')()}}`,
  `\${${SCRIPT}}`,
  "__proto__",
  "constructor",
];

const CONTROLS = [
  "\u001b]52;c;aGVsbG8=\u0007 clipboard",
  "\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\",
  "\u001b[2J\u001b[31mred\u001b[0m",
  "\u001b]0;title\u0007\u001bP+q544e\u001b\\\u001bc",
  "\u009b31m\u0085\u0090\u009d0;title\u009c",
  "kept\rgone\u0008\u0007\u000b\u000c\u007f\u0000",
  "\u202egnp.exe\u2066\u200f\u061c right to left",
  "line\u2028and\u2029paragraph\ttab",
  "\ud800 alone \udc00",
];

/** The sheet has a row for each text, with the text in every column. */
export const HOSTILE_TEXTS = [...LINKS, ...LOOK_ALIKES, ...MARKUP, ...CONTROLS];

const COLUMNS = 9;

/** A spreadsheet of these texts in the service's format. Its last row has a name of 1 MB. */
export function hostileSheet(): string {
  const rows = HOSTILE_TEXTS.map((text) => Array<string>(COLUMNS).fill(text));
  return sheetOf([...rows, ["", "x".repeat(1_000_000)]]);
}
