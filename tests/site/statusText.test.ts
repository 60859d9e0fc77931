import { expect, test } from "vitest";
import { changesText, NOTHING_TO_SAY, type SyncState, statusText } from "../../site/src/lib/statusText.ts";

const texts: [string, Partial<SyncState>][] = [
  ["", {}],
  ["Saved", { hasSaved: true }],
  ["Saving…", { waiting: 2 }],
  ["Saving…", { waiting: 1, hasSaved: true }],
  ["1 change waiting, offline", { waiting: 1, isOffline: true }],
  ["3 changes waiting, offline", { waiting: 3, isOffline: true, hasSaved: true }],
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

test("counts one change in the singular", () => {
  expect([0, 1, 2].map(changesText)).toEqual(["0 changes", "1 change", "2 changes"]);
});
