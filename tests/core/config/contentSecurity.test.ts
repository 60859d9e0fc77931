import { type Config, contentSecurityPolicy } from "@dailyleet/core";
import { expect, test } from "vitest";

const directivesOf = (config: Config) =>
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
    sheet: "https://docs.google.com/spreadsheets/d/1/gviz/tq?tqx=out:json",
    icons: "https://icons.example/a/",
    counter: { photo: "/photo.jpg" },
  });
  expect(directives).toEqual({
    ...directivesOf({}),
    "connect-src":
      "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com " +
      "https://firestore.googleapis.com https://docs.google.com",
    "img-src": "'self' blob: https://icons.example",
    "frame-src": "https://my.firebaseapp.com",
  });
});

test("another sheet address adds its own origin and no other", () => {
  const connect = "'self' https://sheets.example:8443";
  expect(directivesOf({ sheet: "https://sheets.example:8443/a?b" })["connect-src"]).toBe(connect);
});
