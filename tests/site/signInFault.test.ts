import { DailyleetError } from "@dailyleet/core";
import { expect, test } from "vitest";
import { signInFault } from "../../site/src/signin/signIn.ts";

const sdkError = (code: string) => Object.assign(new Error(`Firebase: Error (${code}) id_token=SECRET`), { code });

test.each([
  ["auth/popup-blocked", /^Your browser blocked .*; allow pop-ups/],
  ["auth/popup-closed-by-user", /closed before you signed in; try again/],
  ["auth/network-request-failed", /check your connection/],
  ["auth/internal-error", /check your connection/],
  ["auth/unauthorized-domain", /authorized domains/],
  ["auth/something-new", /^Sign-in failed; try again/],
])("%s becomes a sentence that names the code and holds nothing of the SDK's text", (code, sentence) => {
  const fault = signInFault(sdkError(code));
  expect(fault.code).toBe("signin-failed");
  expect(fault.message).toMatch(sentence);
  expect(fault.message).toContain(`(${code})`);
  expect(fault.message).not.toContain("SECRET");
});

test("a code that is none is not shown", () => {
  expect(signInFault(sdkError("SECRET")).message).toBe("Sign-in failed; try again.");
  expect(signInFault("SECRET").message).toBe("Sign-in failed; try again.");
});

test("an error of the program stays as it is", () => {
  const own = new DailyleetError("signin-failed", "Closed; try again.");
  expect(signInFault(own)).toBe(own);
});
