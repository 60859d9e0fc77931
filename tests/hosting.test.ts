import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentSecurityPolicy } from "@dailyleet/core";
import { expect, it, onTestFinished } from "vitest";
import { describeBuild } from "../site/bundle.ts";
import { startHosting } from "./e2e/support/hosting.ts";

interface Header {
  readonly key: string;
  readonly value: string;
}

const root = join(import.meta.dirname, "..");
const { hosting, firestore } = JSON.parse(readFileSync(join(root, "firebase.json"), "utf8"));
const headersOf = (source: string): Map<string, string> =>
  new Map(
    hosting.headers
      .filter((entry: { source: string }) => entry.source === source)
      .flatMap((entry: { headers: Header[] }) => entry.headers.map(({ key, value }) => [key, value])),
  );

it("sends the sample policy that core makes for a project with a Google sheet", () => {
  const sample = contentSecurityPolicy({
    firebase: { apiKey: "any", authDomain: "your-project.firebaseapp.com", projectId: "your-project" },
    sheet: "https://docs.google.com/spreadsheets/d/any/gviz/tq?tqx=out:json",
  });
  expect(headersOf("**").get("Content-Security-Policy")).toBe(sample);
});

it("lets the sign-in popup talk to the page, and nobody else frame it", () => {
  expect(headersOf("**").get("Cross-Origin-Opener-Policy")).toBe("same-origin-allow-popups");
  expect(headersOf("**").get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
  expect(headersOf("**").get("X-Content-Type-Options")).toBe("nosniff");
});

it("keeps hashed files for a year and the page not at all", () => {
  expect(headersOf("**").get("Cache-Control")).toBe("no-cache");
  expect(headersOf("/_astro/**").get("Cache-Control")).toBe("public, max-age=31536000, immutable");
});

it("deploys the built site and the rules of this repository", () => {
  expect(hosting.public).toBe("site/dist");
  expect(readFileSync(join(root, firestore.rules), "utf8")).toContain("dailyleet/v1/data/{uid}");
});

it("answers with every file that the page's worker keeps, without which no worker is installed", async () => {
  const emulator = await startHosting({});
  onTestFinished(emulator.stop);
  const { files } = describeBuild(join(root, hosting.public));
  expect(files).toContain("/");
  const answers = await Promise.all(
    files.map(async (path) => ({ path, status: (await emulator.answer(path)).status })),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});

it("has a page for addresses that lead nowhere, which static hosts send by its name", () => {
  const page = readFileSync(join(root, hosting.public, "404.html"), "utf8");
  expect(page).toMatch(
    /<html lang="en">.*<title>Page not found · dailyleet · Daily Coding Problem<\/title>.*<a href="\/">/s,
  );
});
