import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSheet } from "@dailyleet/core";

const BUNDLED = join(import.meta.dirname, "../../site/public/questions.json");

/** The text that the spreadsheet service puts around its JSON. */
export const WRAPPING = ["/*O_o*/\ngoogle.visualization.Query.setResponse(", ");"] as const;

/** An answer of the spreadsheet service: the bundled list, repeated with numbered names and links. */
export function sheetOf(rows: number): string {
  const { questions } = parseSheet(readFileSync(BUNDLED, "utf8"));
  const labels = ["No", "Question", "Link", "Tags", "Text", "Level", "Solution", "Takeaways", "Analysis"];
  const cols = labels.map((label, index) => ({
    id: "ABCDEFGHI"[index],
    label,
    type: index === 0 ? "number" : "string",
  }));
  const table = {
    cols,
    rows: Array.from({ length: rows }, (_, index) => {
      const question = questions[index % questions.length];
      if (!question) throw new Error("The bundled list is empty.");
      const { name, link, tags, text, difficulty, solution, takeaways, analysis } = question;
      const texts = [`${name} ${index}`, `${link}?n=${index}`, tags.join(", "), text];
      const cells = [...texts, difficulty, solution, takeaways, analysis].map((v) => ({ v }));
      return { c: [{ v: index + 1, f: String(index + 1) }, ...cells] };
    }),
    parsedNumHeaders: 1,
  };
  return WRAPPING.join(JSON.stringify({ version: "0.6", reqId: "0", status: "ok", table }));
}
