import { INITIAL_VIEW, press } from "@dailyleet/core";
import { expect, test } from "vitest";
import type { Session } from "../../site/src/app/session.ts";
import type { Setup } from "../../site/src/app/setup.ts";
import { shownScreen } from "../../site/src/app/view.ts";

const ready: Setup = { status: "ready" };
const signedIn: Session = { status: "signed-in", person: { uid: "ann", name: "Ann" } };
const signedOut: Session = { status: "signed-out" };
const questions = press(INITIAL_VIEW, "switchView");
const counter = press(INITIAL_VIEW, "switchCounter");

test("nothing but the loading screen shows until the person is known", () => {
  for (const view of [INITIAL_VIEW, questions, counter]) {
    expect(shownScreen({ status: "loading" }, { status: "loading" }, view)).toBe("loading");
    expect(shownScreen(ready, { status: "loading" }, view)).toBe("loading");
  }
});

test("a person sees the screen of the two buttons", () => {
  expect(shownScreen(ready, signedIn, INITIAL_VIEW)).toBe("calendar");
  expect(shownScreen(ready, signedIn, questions)).toBe("questions");
  expect(shownScreen(ready, signedIn, counter)).toBe("counter");
});

test("nobody sees the sign-in screen, or the prompt of the questions where these were open", () => {
  expect(shownScreen(ready, signedOut, INITIAL_VIEW)).toBe("sign-in");
  expect(shownScreen(ready, signedOut, counter)).toBe("sign-in");
  expect(shownScreen(ready, signedOut, questions)).toBe("prompt");
});

test("a page without a working configuration says so to everybody", () => {
  expect(shownScreen({ status: "unusable", reason: "unconnected" }, signedIn, questions)).toBe("unusable");
});
