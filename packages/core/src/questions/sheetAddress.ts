/** A spreadsheet of Google's by its id; a published one (`/d/e/…`) has no address that answers JSON. */
const SPREADSHEET = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(?!e\/)([\w-]+)(\/.*)?$/;
/** What `/gviz/tq` answers a part with; in other addresses these mean something else, or nothing. */
const SELECTION = /^(sheet|headers|range|tq)=/;
const OUTPUT = /[?&]tqx=(?:[^&]*(?:;|%3B))?out(?::|%3A)(\w+)/i;

/**
 * The address at which a Google spreadsheet answers JSON, made from another one of it: what stands in the browser's
 * address bar, a link that was shared, an export. Null for an address that answers JSON already or is none of these.
 */
export function jsonSheetAddress(address: string): string | null {
  const url = URL.parse(address);
  const [, id, rest = ""] = (url?.host === "docs.google.com" && SPREADSHEET.exec(url.pathname)) || [];
  if (!url || id === undefined) return null;
  const format = OUTPUT.exec(url.search)?.[1] ?? "json";
  if (rest === "/gviz/tq" && format === "json") return null;
  const gid = [...address.matchAll(/[#?&]gid=(\d+)/g)].at(-1)?.[1];
  const tab = gid === undefined ? "" : `&gid=${gid}`;
  const selection = rest === "/gviz/tq" ? selectionOf(url) : "";
  return `https://docs.google.com/spreadsheets/d/${id}/gviz/tq?tqx=out:json${tab}${selection}`;
}

function selectionOf({ search }: URL): string {
  const chosen = search
    .slice(1)
    .split("&")
    .filter((parameter) => SELECTION.test(parameter));
  return chosen.map((parameter) => `&${parameter}`).join("");
}
