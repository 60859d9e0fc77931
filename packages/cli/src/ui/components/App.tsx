import { Box, useApp, useInput, useWindowSize } from "ink";
import { useEffect, useSyncExternalStore } from "react";
import type { Screen } from "../../context.ts";
import { keysOf } from "../keys.ts";
import { type Layout, layoutOf } from "../layout.ts";
import type { UiState } from "../state.ts";
import type { Store } from "../store.ts";
import { CalendarView } from "./CalendarView.tsx";
import { Footer, Header, Help, TooSmall } from "./frame.tsx";
import { QuestionsView } from "./QuestionsView.tsx";
import { QuestionView } from "./QuestionView.tsx";

/** Ink begins to draw where the cursor is, which what was typed before may have moved. */
export const LINE_START = "\r";

/** The whole window. */
export function App({ store, screen }: { readonly store: Store; readonly screen: Screen }) {
  const state = useSyncExternalStore(store.subscribe, store.state);
  const { columns, rows } = useWindowSize();
  const layout = layoutOf(columns, rows);
  const { suspendTerminal } = useApp();
  useEffect(
    () =>
      screen.onStop((stop) => {
        void suspendTerminal(async () => {
          stop();
          screen.stdout.write(LINE_START);
        });
      }),
    [screen, suspendTerminal],
  );
  useInput((input, key) => {
    if (key.ctrl && input === "z") screen.stop();
    for (const pressed of keysOf(input, key)) store.press(pressed, layout !== null);
  });
  if (layout === null) return <TooSmall columns={columns} rows={rows} />;
  return (
    <Box width={columns} height={rows} alignItems="center" justifyContent="center">
      <Box width={layout.width} height={layout.height} flexDirection="column" overflow="hidden">
        <Header state={state} />
        <Box flexGrow={1} flexShrink={1} flexDirection="column" marginTop={1} overflow="hidden">
          <View state={state} layout={layout} limitScroll={store.limitScroll} />
        </Box>
        <Footer state={state} layout={layout} />
      </Box>
    </Box>
  );
}

interface ViewProps {
  readonly state: UiState;
  readonly layout: Layout;
  readonly limitScroll: (lines: number) => void;
}

function View({ state, layout, limitScroll }: ViewProps) {
  if (state.isHelpShown) return <Help />;
  if (state.view === "questions") return <QuestionsView state={state} layout={layout} />;
  if (state.view === "question") return <QuestionView state={state} layout={layout} limitScroll={limitScroll} />;
  return <CalendarView state={state} layout={layout} />;
}
