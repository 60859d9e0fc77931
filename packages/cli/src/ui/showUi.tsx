import { type Config, sourcesOf } from "@dailyleet/core";
import { render } from "ink";
import type { Context, Screen } from "../context.ts";
import { todayOf } from "../terminal/dates.ts";
import { tonedLookOf } from "../terminal/look.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import { note } from "../terminal/print.ts";
import { App, LINE_START } from "./components/App.tsx";
import type { Tracking } from "./desk.ts";
import { quiet, type Surroundings, SurroundingsContext } from "./desk.ts";
import { openingState } from "./openingState.ts";
import { doTask } from "./outcomes.ts";
import type { UiState } from "./state.ts";
import { createStore, type Store } from "./store.ts";

/** How often what other programs have changed on this computer is read; that asks no network. */
const REFRESH_MS = 10_000;

/**
 * Shows the full-screen face until the person quits, a signal ends it, or a fault does: then the terminal is as it was,
 * before anything else is said. Throws what opening the ticks throws, before the screen is taken.
 */
export async function showUi(
  context: Context,
  config: Config,
  options: GlobalOptions,
  screen: Screen,
  tracking: Tracking,
): Promise<void> {
  const practice = await import("../parts/questions.ts");
  const sources = sourcesOf(config);
  const opening = quiet(context);
  const state = await openingState({ tracking, context: opening.context, config, options, practice });
  for (const sentence of opening.notes) note(context, sentence);
  const look = await tonedLookOf(context, options, textsOf(state, sources), true);
  const desk = { tracking, context, config, options, practice, look, told: opening.notes };
  const store = createStore(
    state,
    (task, now) => doTask(desk, task, now),
    () => todayOf(context),
  );
  if (config.firebase !== undefined) store.add({ kind: "ask" });
  context.setExitCode(await drawUntilEnd(store, screen, { look, sources, nextDue: practice.nextDue }));
  await finish(context, store);
}

/** What was asked for last may still be on its way, and what became of it is not seen on the screen any more. */
async function finish(context: Context, store: Store): Promise<void> {
  const isSaving = store.state().saving.length > 0;
  await store.settled();
  if (isSaving) note(context, store.state().message);
}

/** Every text of unknown width. */
function textsOf({ questions }: UiState, sources: Surroundings["sources"]): string[] {
  return [
    ...sources.map(({ name }) => name),
    ...questions.flatMap(({ question }) => Object.values(question).flat() as string[]),
  ];
}

/** Resolves to the exit code. */
async function drawUntilEnd(store: Store, screen: Screen, surroundings: Surroundings): Promise<number> {
  const ended = new Promise<number>((resolve, reject) => {
    screen.listen({ ended: resolve, failed: reject });
    store.ended.then(resolve, reject);
  });
  const refreshing = setInterval(() => store.add({ kind: "refresh" }), REFRESH_MS);
  const { stdin, stdout } = screen;
  stdout.write(LINE_START);
  const app = render(
    <SurroundingsContext value={surroundings}>
      <App store={store} screen={screen} />
    </SurroundingsContext>,
    {
      stdin,
      stdout,
      alternateScreen: true,
      incrementalRendering: true,
      interactive: true,
      exitOnCtrlC: false,
      patchConsole: false,
    },
  );
  try {
    return await Promise.race([ended, app.waitUntilExit().then(() => 0)]);
  } finally {
    clearInterval(refreshing);
    app.unmount();
    screen.release();
  }
}
