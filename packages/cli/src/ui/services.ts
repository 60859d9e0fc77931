import { type Config, planOf, practiceOf, type Rest, readBack, type Source } from "@dailyleet/core";
import { cardStatesOf } from "@dailyleet/core/schedule";
import { createContext, useContext } from "react";
import { isOnline, readKeptQuestions } from "../commands/questions/sheet.ts";
import type { Context } from "../context.ts";
import type { Capabilities, ColorCapabilities } from "../terminal/capabilities.ts";
import { todayOf } from "../terminal/dates.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import { withTracker } from "../tracker/openTracker.ts";
import { NEW_LIST, type UiState } from "./state.ts";

/** What the tasks of the screen need. */
export interface Services {
  readonly context: Context;
  readonly config: Config;
  readonly options: GlobalOptions;
  readonly terminal: Capabilities;
  /** What was said when the screen was opened; it is not said again. */
  readonly told: readonly string[];
  /** Gives a text to the terminal's clipboard, which does not say whether it took it. */
  copy(text: string): void;
}

/** What every component may read. */
export interface Environment {
  readonly terminal: ColorCapabilities;
  readonly sources: readonly Source[];
  readonly rest: Rest | undefined;
}

export const EnvironmentContext = createContext<Environment | null>(null);

export function useEnvironment(): Environment {
  const environment = useContext(EnvironmentContext);
  if (environment === null) throw new Error("nothing surrounds this component");
  return environment;
}

/** A context for work behind the screen, where nothing may be printed; the notes are captured, sentence by sentence. */
export interface Captured {
  readonly context: Context;
  readonly notes: readonly string[];
}

const PREFIX = /^dailyleet: /;

export function captureOutput(context: Context): Captured {
  const notes: string[] = [];
  const stderr = { ...context.stderr, write: (text: string) => void notes.push(text.trim().replace(PREFIX, "")) };
  const stdout = { ...context.stdout, write() {} };
  return { context: { ...context, stdout, stderr, ask: async () => null, setExitCode() {} }, notes };
}

/** The state with which the screen opens, without a word to the network. Throws as `withTracker`. */
export async function openingState(services: Pick<Services, "context" | "config" | "options">): Promise<UiState> {
  const { context, config, options } = services;
  const today = todayOf(context, config);
  return withTracker(context, config, options, async (tracker) => {
    const years = await readBack(tracker.readKnown, today.year);
    const marks = await tracker.readKnownMarks();
    const list = readKeptQuestions(context, config);
    return {
      person: tracker.person.name,
      today,
      view: "calendar",
      isHelpShown: false,
      selected: today,
      years,
      marks,
      questions: practiceOf(list, cardStatesOf(marks), today),
      isListCurrent: !isOnline(config),
      list: NEW_LIST,
      plan: planOf(config),
      practice: null,
      pending: null,
      saving: [],
      reading: [],
      message: "",
    };
  });
}
