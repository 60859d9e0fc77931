import { formatDate, type PractisedQuestion } from "@dailyleet/core";
import { dueDetail } from "../../commands/practice/render.ts";
import { oneLine } from "../../terminal/print.ts";
import { padEnd, truncate } from "../../terminal/width.ts";
import { isSaving, type UiState } from "../state.ts";
import { useSurroundings } from "../surroundings.ts";
import { Line } from "./Line.tsx";

interface QuestionRowProps {
  readonly entry: PractisedQuestion;
  readonly state: UiState;
  readonly width: number;
  readonly isSelected: boolean;
}

const STANDING = 16;

/** '> 22  Binary Search   20 days overdue   array, binary search' */
export function QuestionRow({ entry, state, width, isSelected }: QuestionRowProps) {
  const { look } = useSurroundings();
  const { measure, unicode, paint } = look;
  const nameWidth = Math.floor(width * 0.45);
  const fit = (text: string, room: number) =>
    padEnd(truncate(text, room, measure, unicode ? "…" : "..."), room, measure);
  const saving = isSaving(state, { question: entry.key, date: formatDate(state.today) });
  const standing = saving ? "saving" : dueDetail(entry.progress);
  const start = `${pointer(isSelected, unicode)} ${String(entry.number).padStart(3)}  `;
  const name = fit(oneLine(entry.question.name), nameWidth);
  const tags = fit(oneLine(entry.question.tags.join(", ")), width - start.length - nameWidth - STANDING - 4);
  const row = `${start}${name}  ${standingColor(entry, standing.padEnd(STANDING), paint)}  ${paint("dim", tags)}`;
  return <Line>{isSelected ? paint("inverse", `${start}${name}  ${standing.padEnd(STANDING)}  ${tags}`) : row}</Line>;
}

function pointer(isSelected: boolean, unicode: boolean): string {
  if (!isSelected) return " ";
  return unicode ? "›" : ">";
}

function standingColor(
  { progress }: PractisedQuestion,
  text: string,
  paint: (format: "yellow" | "green" | "dim", text: string) => string,
): string {
  if (progress.isDue) return paint("yellow", text);
  return paint(progress.state === "new" ? "dim" : "green", text);
}
