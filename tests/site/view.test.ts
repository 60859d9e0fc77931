import { INITIAL_VIEW, press } from "@dailyleet/core";
import { expect, test } from "vitest";
import type { Session } from "../../site/src/session/session.ts";
import type { Setup } from "../../site/src/session/setup.ts";
import { shownScreen } from "../../site/src/view/view.ts";

const ready: Setup = { status: "ready" };
const UNUSABLE: Setup = { status: "unusable", reason: "unconnected" };
const signedIn: Session = { status: "signed-in", person: { uid: "ann", name: "Ann" } };
const signedOut: Session = { status: "signed-out" };
const questions = press(INITIAL_VIEW, "switchView");
const counter = press(INITIAL_VIEW, "switchCounter");

const LOADING = { status: "loading" } as const;

test.each([
  ["the loading screen until the configuration is known", LOADING, LOADING, Array(3).fill("loading")],
  ["the loading screen until the person is known", ready, LOADING, Array(3).fill("loading")],
  ["to a person the screen of the two buttons", ready, signedIn, ["calendar", "questions", "counter"]],
  ["to nobody the sign-in screen, or the prompt of the questions", ready, signedOut, ["sign-in", "prompt", "sign-in"]],
  ["to everybody that there is no working configuration", UNUSABLE, signedIn, Array(3).fill("unusable")],
] as const)("shows %s", (_, setup, session, screens) => {
  expect([INITIAL_VIEW, questions, counter].map((view) => shownScreen(setup, session, view))).toEqual(screens);
});
