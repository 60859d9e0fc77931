import type { UiState } from "./state.ts";

/** Keys and what they do. */
export type Hint = readonly [keys: string, meaning: string];

const ENDING: readonly Hint[] = [
  ["?", "keys"],
  ["q", "quit"],
];

const TYPING: readonly Hint[] = [
  ["Enter", "keep the filter"],
  ["Esc", "drop it"],
];

/** The keys of the screen that matter most, for its last line. */
export function hintsOf({ view, list, isHelpShown }: UiState, unicode: boolean): readonly Hint[] {
  if (isHelpShown) return [["Any key", "goes back"]];
  const upDown = unicode ? "↑↓" : "Arrows";
  if (list.isTyping && view === "questions") return TYPING;
  if (view === "questions") {
    return [
      [upDown, "move"],
      ["Enter", "open"],
      ["1-4", "mark"],
      ["/", "filter"],
      ["d", "due"],
      ["Tab", "calendar"],
      ...ENDING,
    ];
  }
  if (view === "question") return [[upDown, "scroll"], ["1-4", "mark"], ["0", "take back"], ["Esc", "list"], ...ENDING];
  const moves: readonly Hint[] = unicode
    ? [
        ["↑↓", "day"],
        ["←→", "week"],
      ]
    : [["Arrows", "day, week"]];
  return [...moves, ["1-5", "tick"], ["t", "today"], ["Tab", "questions"], ["u", "undo"], ...ENDING];
}

const GAP = 2;

/** As many of these hints as fit into a line; '?' and 'q', which stand last, always do. */
export function fitHints(hints: readonly Hint[], width: number): readonly Hint[] {
  const needed = hints.reduce((sum, [keys, meaning]) => sum + keys.length + 1 + meaning.length + GAP, -GAP);
  if (needed <= width || hints.length <= ENDING.length) return hints;
  return fitHints([...hints.slice(0, -ENDING.length - 1), ...hints.slice(-ENDING.length)], width);
}

/** All keys, by where they are for. */
export function allHints(unicode: boolean): Readonly<Record<string, readonly Hint[]>> {
  const [left, right, up, down] = unicode ? ["←", "→", "↑", "↓"] : ["Left", "Right", "Up", "Down"];
  return {
    Calendar: [
      [`${up} ${down} or k j`, "the day before, the day after"],
      [`${left} ${right} or h l`, "a week before, a week after"],
      ["1 to 5", "tick the source of the selected day, or untick it"],
      ["t", "go to today"],
      ["< and >", "the year before, the year after"],
    ],
    Questions: [
      [`${up} ${down} or k j`, "move; also Page Up and Page Down, g and G"],
      ["/", "filter by words of name, tags and text"],
      ["d", "only what is due"],
      ["Enter", "open the question, or close it"],
      ["1 to 4", "needed the solution, with the takeaways, solved, easy"],
      ["0", "take today's mark back"],
    ],
    Everywhere: [
      ["Tab", "from the calendar to the questions, and back"],
      ["u and r", "undo and redo"],
      ["Ctrl-Z", "back to the shell; 'fg' there shows this again"],
      ["q or Ctrl-C", "quit"],
    ],
  };
}
