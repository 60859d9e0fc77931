import { contentSecurityPolicy, type SiteConfig } from "@dailyleet/core";
import { expect, test } from "vitest";

const directivesOf = (config: SiteConfig) =>
  Object.fromEntries(
    contentSecurityPolicy(config)
      .split("; ")
      .map((text) => text.split(/ (.*)/)),
  );
const NONE = ["media-src", "object-src", "base-uri", "form-action", "frame-ancestors"].map((name) => [name, "'none'"]);

test("without configuration the page talks to its own server only", () => {
  const own = ["connect-src", "font-src", "manifest-src", "worker-src"].map((name) => [name, "'self'"]);
  expect(directivesOf({})).toEqual({
    ...Object.fromEntries([...own, ...NONE]),
    "img-src": "'self' blob:",
    "frame-src": "'none'",
  });
});

test("cloud mode adds exactly the hosts that the configuration names", () => {
  const directives = directivesOf({
    firebase: { apiKey: "a", authDomain: "my.firebaseapp.com", projectId: "my" },
    sheet: "https://sheets.example:8443/a?b",
    icons: "https://icons.example/a/",
    counter: { photo: "/photo.jpg" },
  });
  expect(directives).toEqual({
    ...directivesOf({}),
    "connect-src":
      "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com " +
      "https://firestore.googleapis.com https://sheets.example:8443",
    "img-src": "'self' blob: https://icons.example",
    "frame-src": "https://my.firebaseapp.com",
  });
});
