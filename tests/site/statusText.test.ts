import { expect, test } from "vitest";
import {
  afterNews,
  changesText,
  NOTHING_TO_SAY,
  type SyncNews,
  type SyncState,
  statusText,
} from "../../site/src/lib/statusText.ts";

const texts: [string, Partial<SyncState>][] = [
  ["", {}],
  ["Saved", { hasSaved: true }],
  ["Saving…", { waiting: 2 }],
  ["Saving…", { waiting: 1, hasSaved: true }],
  ["1 change waiting, offline", { waiting: 1, isOffline: true }],
  ["3 changes waiting, offline", { waiting: 3, isOffline: true, hasSaved: true }],
  ["1 change waiting", { waiting: 1, isHeld: true, hasSaved: true }],
  ["1 change waiting, offline", { waiting: 1, isHeld: true, isOffline: true }],
  ["Offline", { isOffline: true }],
  ["Saved. The server refused 1 change, kept on this device", { hasSaved: true, refused: 1 }],
  ["The server refused to show the ticks", { isHidden: true }],
  [
    "Saving…. This browser keeps no data: what is not saved yet is lost when the page closes",
    { waiting: 1, isInMemory: true },
  ],
];

test.each(texts)("says '%s' of %o", (text, state) => {
  expect(statusText({ ...NOTHING_TO_SAY, ...state })).toBe(text);
});

/** Whether a piece of news says that the server could be reached; null where it says nothing of it. */
const REACHED: Record<SyncNews, boolean | null> = {
  stored: true,
  refused: true,
  held: true,
  shown: true,
  hidden: true,
  offline: false,
  inMemory: null,
};
const ALL_NEWS = Object.keys(REACHED) as SyncNews[];

test("says 'offline' exactly when the last contact failed, whatever came before", () => {
  const sequences = ALL_NEWS.flatMap((first) =>
    ALL_NEWS.flatMap((second) => ALL_NEWS.map((third) => [first, second, third])),
  );
  for (const sequence of sequences) {
    const isReached = sequence.map((news) => REACHED[news]).findLast((reached) => reached !== null) ?? true;
    for (const waiting of [0, 2]) {
      const text = statusText(sequence.reduce(afterNews, { ...NOTHING_TO_SAY, waiting }));
      expect(/offline/i.test(text), `${sequence}: ${text}`).toBe(!isReached);
    }
  }
});

test("what the server once said stays until it says something else", () => {
  const after = (...news: SyncNews[]) => statusText(news.reduce(afterNews, { ...NOTHING_TO_SAY, waiting: 1 }));
  expect(after("held", "shown")).toBe("1 change waiting");
  expect(after("held", "stored")).toBe("Saving…");
  expect(after("hidden", "offline")).toBe("1 change waiting, offline. The server refused to show the ticks");
  expect(after("hidden", "shown")).toBe("Saving…");
  expect(after("inMemory", "stored")).toMatch(/^Saving…\. This browser keeps no data/);
});

test("counts one change in the singular", () => {
  expect([0, 1, 2].map(changesText)).toEqual(["0 changes", "1 change", "2 changes"]);
});
