import { LOCAL_PROJECT_ID, type SiteConfig } from "@dailyleet/core";
import { expect, it } from "vitest";
import { signInButton, signOut } from "./support/browser.ts";
import { type CloudPage, openCloudPage, plantCookie, SITE, signInByPopup, useCloudStage } from "./support/cloudSite.ts";
import { CLOUD_CONFIG } from "./support/googleServices.ts";

const stage = useCloudStage();
const SYNCED: SiteConfig = { ...CLOUD_CONFIG, authTokenSyncUrl: "/__session" };

it("sends the bearer token to the token-sync path of the own host, whatever a cookie says, and takes it back on signing out", async () => {
  const watched = await openCloudPage(stage, SYNCED);
  const { page, calls, problems } = watched;
  await plantCookie(watched);
  await page.goto(SITE);
  await signInByPopup(watched, "ann");
  await signOut(page);
  await signInButton(page).waitFor();
  await expect.poll(() => calls.at(-1)).toMatchObject({ name: "__session", method: "DELETE" });

  const synced = calls.filter(({ name }) => name === "__session");
  expect(new Set(synced.map(({ url }) => url.href))).toEqual(new Set([`${SITE}__session`]));
  expect(synced[0]?.method).toBe("DELETE");
  const posted = synced.filter(({ method }) => method === "POST");
  expect(posted.length).toBeGreaterThan(0);
  for (const { authorization } of posted)
    expect(claimsOf(authorization)).toMatchObject({ aud: LOCAL_PROJECT_ID, name: "ann" });
  expectNotLedAstray(watched);
  expect(problems).toEqual([]);
});

// tests/core/config/config.test.ts has the addresses that are refused.
it("does not start with a token-sync address of another host", async () => {
  const authTokenSyncUrl = "//evil.example/steal";
  const { page, calls, foreign } = await openCloudPage(stage, { ...CLOUD_CONFIG, authTokenSyncUrl });
  await page.goto(SITE);
  await page.getByText("the key 'authTokenSyncUrl' is").waitFor();
  expect([calls, foreign]).toEqual([[], []]);
});

function expectNotLedAstray({ foreign, calls }: CloudPage): void {
  expect(foreign).toEqual([]);
  expect(calls.filter(({ url }) => /evil|stolen/.test(url.href))).toEqual([]);
}

function claimsOf(authorization = ""): unknown {
  const [, payload = ""] = /^Bearer [^.]+\.([^.]+)\.[^.]+$/.exec(authorization) ?? [];
  return JSON.parse(Buffer.from(payload, "base64url").toString() || "null");
}
