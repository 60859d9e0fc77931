import type { Config } from "@dailyleet/core";
import { Box, render, useApp, useInput, useWindowSize } from "ink";
import { type ReactElement, useEffect, useSyncExternalStore } from "react";
import type { Context, TerminalScreen } from "../context.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { firstWeekdayOf } from "../terminal/dates.ts";
import type { GlobalOptions } from "../terminal/options.ts";
import { printNote } from "../terminal/output.ts";
import { CalendarView } from "./CalendarView.tsx";
import { Footer, Header, Help, TooSmall, type ViewProps } from "./frame.tsx";
import { keysOf } from "./keys.ts";
import { QuestionsView, QuestionView } from "./QuestionsView.tsx";
import { isSaving, layoutOf, type UiState } from "./state.ts";
import { captureOutput, createStore, openingState, type PracticeRequest, type Store } from "./tasks.ts";

/** Ink draws from the cursor's column, which earlier typing may have moved. */
const LINE_START = "\r";

type Environment = Omit<ViewProps, "state" | "layout">;

interface AppProps extends Environment {
  readonly store: Store;
  readonly screen: TerminalScreen;
}

function App({ store, screen, ...environment }: AppProps) {
  const state = useSyncExternalStore(store.subscribe, store.state);
  const { columns, rows } = useWindowSize();
  const layout = layoutOf(columns, rows);
  const { suspendTerminal } = useApp();
  useEffect(() => {
    return screen.onStop((stop) => {
      void suspendTerminal(async () => {
        stop();
        screen.stdout.write(LINE_START);
        // Meanwhile the person may have ticked in the shell, or a new day may have begun.
        store.add({ kind: "refresh" });
      });
    });
  }, [screen, store, suspendTerminal]);
  useInput((input, key) => {
    if (key.ctrl && input === "z") screen.stop();
    for (const pressed of keysOf(input, key)) store.press(pressed, layout !== null);
  });
  if (layout === null) return <TooSmall columns={columns} rows={rows} />;
  const props = { ...environment, state, layout };
  return (
    <Box width={columns} height={rows} alignItems="center" justifyContent="center">
      <Box width={layout.width} height={layout.height} flexDirection="column" overflow="hidden">
        <Header {...props} />
        <Box flexGrow={1} flexShrink={1} flexDirection="column" marginTop={1} overflow="hidden">
          {state.isHelpShown && <Help {...props} />}
          <Box display={state.isHelpShown ? "none" : "flex"} flexDirection="column" flexShrink={0}>
            <View {...props} />
          </Box>
        </Box>
        <Footer {...props} />
      </Box>
    </Box>
  );
}

function View(props: ViewProps) {
  const { view, list, practice } = props.state;
  if (view === "calendar") return <CalendarView {...props} />;
  if (view === "questions") return <QuestionsView {...props} />;
  return <QuestionView key={`${list.opened} ${practice?.areAnswersShown}`} {...props} />;
}

/** How often to read changes of other programs on this computer, without the network. */
const REFRESH_MS = 10_000;

/**
 * Shows the full screen until the person, a signal or an error ends it. Restores the terminal before it reports
 * anything. Throws as `openingState`, before it draws.
 */
export async function showUi(
  context: Context,
  config: Config,
  options: GlobalOptions,
  practice: PracticeRequest | null,
  screen: TerminalScreen,
): Promise<void> {
  const opening = captureOutput(context);
  const state = await openingState(opening.context, config, options, practice);
  for (const sentence of opening.notes) printNote(context, sentence);
  const terminal = await capabilitiesOf(context, options, textsOf(state));
  // OSC 52, https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
  const copy = (text: string) => void screen.stdout.write(`\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`);
  const store = createStore(state, { context, options, terminal, told: opening.notes, copy });
  if (config.firebase !== undefined) store.add({ kind: "ask" });
  const environment = { terminal, firstWeekday: firstWeekdayOf(context), now: context.now };
  context.setExitCode(await drawUntilEnd(store, screen, <App {...environment} store={store} screen={screen} />));
  // The closed screen can't show the result of the last task.
  const wasSaving = isSaving(store.state());
  await store.settled();
  if (wasSaving) printNote(context, store.state().message);
}

/** The texts that the screen measures. */
function textsOf({ config, questions }: UiState): string[] {
  return [
    ...config.sources.map(({ name }) => name),
    ...questions.flatMap(({ question }) => Object.values(question).flat() as string[]),
  ];
}

async function drawUntilEnd(store: Store, screen: TerminalScreen, tree: ReactElement): Promise<number> {
  const ended = new Promise<number>((resolve, reject) => {
    screen.listen({ ended: resolve, failed: reject });
    store.ended.then(resolve, reject);
  });
  const refreshing = setInterval(() => store.add({ kind: "refresh" }), REFRESH_MS);
  const { stdin, stdout } = screen;
  stdout.write(LINE_START);
  const modes = { alternateScreen: true, incrementalRendering: true, interactive: true };
  const app = render(tree, { stdin, stdout, ...modes, exitOnCtrlC: false, patchConsole: false });
  try {
    return await Promise.race([ended, app.waitUntilExit().then(() => 0)]);
  } finally {
    clearInterval(refreshing);
    app.unmount();
    screen.release();
  }
}
