import { expect, it } from "vitest";
import { STATUS_LINE, signInButton, signOut, tick, tickButton } from "./support/browser.ts";
import { type CloudPage, openSignedIn, signInByPopup, useCloudStage } from "./support/cloudSite.ts";
import { type Answer, failure } from "./support/googleServices.ts";

const stage = useCloudStage();
const TOKEN_REFUSED = failure(401, "Request had invalid authentication credentials.", "UNAUTHENTICATED");
const CELL = "March 5, LeetCode";

it("keeps what was not sent when the SDK signs out because the account is disabled, says so, and sends it to the same person only", async () => {
  const watched = await openSignedIn(stage, "ann");
  const { page, calls } = watched;
  await expectKeptWhenSignedOut(watched, failure(400, "USER_DISABLED"));

  const before = calls.length;
  await signInByPopup(watched, "ben");
  await tickButton(page, CELL, "Untried").waitFor();
  await signOut(page);
  await signInButton(page).waitFor();
  expect(callsSince(watched, before)).toEqual([]);

  await signInByPopup(watched, "ann");
  await says(watched, "Saved");
  await tickButton(page, CELL, "Done").waitFor();
  expect(await stage.project.daysOf("ann")).toEqual({ 64: { 1: true, 5: true } });
});

it("keeps what was not sent when the SDK signs out because the service is down, and says so", async () => {
  const answer = failure(503, "The service is currently unavailable.", "UNAVAILABLE");
  await expectKeptWhenSignedOut(await openSignedIn(stage, "cara"), answer);
});

it("says that the network is gone as soon as it is, and of a tick made then that it waits", async () => {
  const watched = await openSignedIn(stage, "ben");
  const { page } = watched;
  watched.fate = ({ name }) => (name.startsWith("documents:") ? "abort" : null);
  await page.evaluate(() => void dispatchEvent(new Event("offline")));
  await says(watched, "Offline");
  await page.locator(STATUS_LINE).evaluate((line) => {
    const said: (string | null)[] = [];
    new MutationObserver(() => said.push(line.textContent)).observe(line, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { said });
  });
  await tick(watched.page, CELL);
  await says(watched, "1 change waiting, offline");
  expect(await page.evaluate(() => (window as { said?: string[] }).said)).toEqual(["1 change waiting, offline"]);
});

it("asks to sign in again when Firestore takes no new token either, and loses nothing", async () => {
  const watched = await openSignedIn(stage, "emil");
  const before = watched.calls.length;
  watched.fate = ({ name }) => (name === "documents:commit" ? TOKEN_REFUSED : null);
  await tick(watched.page, CELL);
  await says(watched, "Sign in again to send 1 change");
  expect(callsSince(watched, before)).toEqual(["documents:commit", "token", "documents:commit"]);
  expect(watched.problems.filter((text) => /^Error saving tick: .*sign in again\.$/.test(text))).toHaveLength(1);

  watched.fate = () => null;
  await signInByPopup(watched, "emil");
  await says(watched, "Saved");
  expect(await stage.project.daysOf("emil")).toEqual({ 64: { 1: true } });
});

/** The sign-in service gives the next visit this `answer`; the page then names two unsent changes. */
async function expectKeptWhenSignedOut(watched: CloudPage, answer: Answer): Promise<void> {
  const { page } = watched;
  watched.fate = ({ name }) => (name.startsWith("documents:") ? "abort" : null);
  await tick(page, CELL);
  await tick(page, "March 5, CodeChef");
  await says(watched, "2 changes waiting, offline");
  watched.fate = ({ name }) => (name === "accounts:lookup" ? answer : null);
  await page.reload();
  await says(watched, "Sign in again to send 2 changes");
  watched.fate = () => null;
}

function says({ page }: CloudPage, text: string): Promise<void> {
  return page.getByRole("status").filter({ hasText: text }).waitFor();
}

function callsSince({ calls }: CloudPage, start: number): string[] {
  const names = calls.slice(start).map(({ name }) => name);
  return names.filter((name) => name === "token" || name === "documents:commit");
}
