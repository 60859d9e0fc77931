import type { ReplicaStatus } from "@dailyleet/core";
import { expect, test } from "vitest";
import { statusText } from "../../site/src/shell/StatusLine.tsx";
import { changesText, NOTHING_TO_SAY } from "../../site/src/view/status.ts";

const texts: [string, Partial<ReplicaStatus>][] = [
  ["", {}],
  ["", { server: "reached" }],
  ["Saved", { hasSaved: true }],
  ["Saving…", { waiting: 2 }],
  ["Saving…", { waiting: 1, hasSaved: true, server: "reached" }],
  ["1 change waiting, offline", { waiting: 1, server: "unreachable" }],
  ["3 changes waiting, offline", { waiting: 3, server: "unreachable", hasSaved: true }],
  ["1 change waiting", { waiting: 1, server: "holding", hasSaved: true }],
  [
    "3 changes waiting. The quota of the project is used up",
    { waiting: 3, server: "failing", serverFault: "The quota of the project is used up.", hasSaved: true },
  ],
  ["The project has no database", { server: "failing", serverFault: "The project has no database.", hasSaved: true }],
  ["Offline", { server: "unreachable" }],
  [
    "Saved. The server refused 2 changes; kept on this device. The document of your marks is full",
    { hasSaved: true, refused: 2, refusedReason: "The document of your marks is full." },
  ],
  ["Part of your data can't be shown. It is stored twice", { server: "reached", unreadable: "It is stored twice." }],
  [
    "Saved. Part of your data can't be shown. The server refused 1 change; kept on this device. It is stored twice",
    { hasSaved: true, unreadable: "It is stored twice.", refused: 1, refusedReason: "It is stored twice." },
  ],
  [
    "Saving…. This browser can't store data: unsaved changes are lost when you close the page",
    { waiting: 1, isInMemory: true },
  ],
];

test.each(texts)("says '%s' of %o", (text, status) => {
  expect(statusText({ ...NOTHING_TO_SAY, ...status })).toBe(text);
});

test("counts one change in the singular", () => {
  expect([0, 1, 2].map(changesText)).toEqual(["0 changes", "1 change", "2 changes"]);
});
