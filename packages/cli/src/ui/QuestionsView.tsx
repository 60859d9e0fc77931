import {
  formatDate,
  inDays,
  MARK_WORDS,
  type MarkChoice,
  markCell,
  markChoices,
  type PractisedQuestion,
  planOf,
  practiceSummary,
  practisedText,
  progressText,
  stateText,
  stripControls,
} from "@dailyleet/core";
import { Box, Text, useInput } from "ink";
import { useState } from "react";
import { kindOf, renderQuestion } from "../rendering/questions.ts";
import { type Capabilities, type Paint, plainPaint } from "../terminal/capabilities.ts";
import { oneLine } from "../terminal/output.ts";
import { padEnd, truncate, wrap } from "../terminal/width.ts";
import { Lines, messageLines, type ViewProps } from "./frame.tsx";
import { commandOf, keysOf, LINE_STEPS } from "./keys.ts";
import {
  clampedIndex,
  isSaving,
  type PracticeRound,
  roundOf,
  selectedQuestion,
  shownQuestions,
  type UiState,
} from "./state.ts";

/** The rows of header, footer, heading and filter, with the empty rows between them. */
const OTHER_ROWS = 10;
/** The rows of header, place and keys, with the empty rows between them and a question. */
const AROUND_QUESTION = 5;
/** Reserved, so that a message of usual length moves nothing. */
const MESSAGE_ROWS = 2;

/** The part of the list around the selected question. */
export function QuestionsView({ state, layout, terminal }: ViewProps) {
  const list = shownQuestions(state);
  const room = layout.height - OTHER_ROWS;
  const selected = clampedIndex(state.list.index, list.length);
  const first = Math.max(0, Math.min(selected - Math.floor(room / 2), list.length - room));
  const progress = practisedText(practiceSummary(state.questions), terminal.unicode ? "·" : "-");
  const rows = list
    .slice(first, first + room)
    .map((entry, index) => questionLine(entry, state, layout.width, first + index === selected, terminal));
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box justifyContent="space-between">
        <Text>{terminal.paint("bold", "Questions")}</Text>
        <Text wrap="truncate-end">{terminal.paint("dim", progress)}</Text>
      </Box>
      <Lines lines={["", filterText(state, list.length), "", ...rows]} />
    </Box>
  );
}

/** Such as 'Filter: tree_ (6 of 75)'. */
function filterText({ list, questions }: UiState, count: number): string {
  const parts = [
    list.isTyping || list.filter !== "" ? `Filter: ${stripControls(list.filter)}${list.isTyping ? "_" : ""}` : "",
    list.isDueOnly ? "Only due" : "",
  ].filter((part) => part !== "");
  if (questions.length === 0) return "The list is empty.";
  if (parts.length === 0) return `All ${questions.length} questions`;
  return `${parts.join(", ")} (${count === 0 ? "nothing found" : `${count} of ${questions.length}`})`;
}

const DETAIL_WIDTH = 16;
/** Fewer columns make tags hard to read. */
const MIN_TAGS = 10;

/** Such as '> 22  Binary Search   20 days overdue   array, binary search'. */
function questionLine(
  entry: PractisedQuestion,
  state: UiState,
  width: number,
  isSelected: boolean,
  { measure, unicode, paint }: Capabilities,
): string {
  const fit = (text: string, room: number) =>
    padEnd(truncate(text, room, measure, unicode ? "…" : "..."), room, measure);
  const saving = isSaving(state, markCell(entry.key, formatDate(state.today)));
  const detail = (saving ? "saving" : stateText(entry.progress)).padEnd(DETAIL_WIDTH);
  const pointer = unicode ? "›" : ">";
  const start = `${isSelected ? pointer : " "} ${String(entry.number).padStart(3)}  `;
  const room = width - start.length - DETAIL_WIDTH - 2;
  const beside = Math.floor(width * 0.45);
  const tagsWidth = room - beside - 2;
  const hasTags = tagsWidth >= MIN_TAGS;
  const name = fit(oneLine(entry.question.name), hasTags ? beside : room);
  const tags = hasTags ? `  ${fit(oneLine(kindOf(entry.question).join(", ")), tagsWidth)}` : "";
  if (isSelected) return paint("inverse", `${start}${name}  ${detail}${tags}`);
  return `${start}${name}  ${paint(progressFormat(entry), detail)}${paint("dim", tags)}`;
}

function progressFormat({ progress }: PractisedQuestion) {
  // Yellow is hard to read on a light background.
  if (progress.isDue) return "magenta";
  return progress.state === "new" ? "dim" : "green";
}

/** One question in full, as `questions --show` prints it, with its marks. Scrolls to the answers when they appear. */
export function QuestionView(props: ViewProps) {
  const { state, layout, terminal } = props;
  const entry = selectedQuestion(state);
  const { practice } = state;
  const linesOf = (hasNoAnswers: boolean) =>
    entry
      ? renderQuestion(entry.question, { ...terminal, columns: layout.width }, hasNoAnswers)
          .trimEnd()
          .split("\n")
      : [];
  const lines = linesOf(practice?.areAnswersShown === false);
  const below = entry ? answerLines(entry, state, layout.width, terminal) : [];
  const room = layout.height - AROUND_QUESTION - Math.max(MESSAGE_ROWS, messageLines(props).length) - below.length;
  const last = Math.max(0, lines.length - room);
  const [scroll, setScroll] = useState(practice?.areAnswersShown ? linesOf(true).length + 1 : 0);
  const first = Math.min(scroll, last);
  const scrollBy = (step: number) => setScroll((now) => Math.max(0, Math.min(now, last) + step));
  const isActive = !state.isHelpShown;
  useInput((input, key) => keysOf(input, key).map((pressed) => scrollBy(LINE_STEPS[commandOf(pressed)] ?? 0)), {
    isActive,
  });
  if (entry === undefined) return <Lines lines={["This question is not in the list any more."]} />;
  const place = `Lines ${first + 1} to ${Math.min(lines.length, first + room)} of ${lines.length}`;
  const foot = practice ? practiceLine(state, practice) : last === 0 ? oneLine(entry.key) : place;
  return (
    <Box flexDirection="column" flexShrink={0} rowGap={1}>
      <Box flexDirection="column" height={room}>
        <Lines lines={lines.slice(first, first + room)} />
      </Box>
      <Lines lines={[...below, terminal.paint("dim", foot)]} />
    </Box>
  );
}

/** The question's progress, and when each mark would bring it back. */
function answerLines(entry: PractisedQuestion, state: UiState, width: number, terminal: Capabilities): string[] {
  const choices = markChoices(state.marks, entry.key, state.today, planOf(state.config));
  return [
    ...wrap(standingText(entry, choices, state), width, terminal.measure),
    ...choiceLines(choices, width, terminal),
  ];
}

/** Such as '2 of 5, next Reorder List; Space shows takeaways and analysis'. */
function practiceLine(state: UiState, practice: PracticeRound): string {
  const { place, next } = roundOf(state, practice);
  const name = state.questions.find(({ key }) => key === next?.key)?.question.name;
  const { takeaways = "", analysis = "" } = selectedQuestion(state)?.question ?? {};
  const line = `${place}, ${name ? `next ${oneLine(name)}` : "the last one"}`;
  if (takeaways + analysis === "") return line;
  return `${line}; Space ${practice.areAnswersShown ? "hides" : "shows"} takeaways and analysis`;
}

function standingText({ key, progress }: PractisedQuestion, choices: readonly MarkChoice[], state: UiState): string {
  if (isSaving(state, markCell(key, formatDate(state.today)))) return "Saving";
  const given = choices.find(({ isGiven }) => isGiven);
  if (given) return `Today: ${MARK_WORDS[given.mark]}; comes back on ${given.due}. 0 removes the mark.`;
  const standing = progressText(progress, state.today, String);
  return `${standing}.${progress.due === null || progress.isDue ? " How did it go?" : ""}`;
}

/**
 * When each mark would bring the question back: such as 'in 8 days', on a narrow screen '8d', if need be on two lines.
 */
function choiceLines(choices: readonly MarkChoice[], width: number, terminal: Capabilities): string[] {
  const textsWith = (waitText: (days: number) => string, paint: Paint) =>
    choices.map(({ mark, days, isGiven }) => {
      const text = `${mark} ${MARK_WORDS[mark]} ${paint("dim", waitText(days))}`;
      return isGiven ? paint("bold", text) : text;
    });
  const fits = (waitText: (days: number) => string) => textsWith(waitText, plainPaint).join("  ").length <= width;
  const short = (days: number) => `${days}d`;
  const texts = textsWith(fits(inDays) ? inDays : short, terminal.paint);
  if (fits(inDays) || fits(short)) return [texts.join("  ")];
  return [texts.slice(0, 2).join("  "), texts.slice(2).join("  ")];
}
