import { contentSecurityPolicy } from "@dailyleet/core";
import { expect, test } from "vitest";

const directive = (policy: string, name: string) =>
  policy
    .split("; ")
    .find((text) => text.startsWith(`${name} `))
    ?.slice(name.length + 1);

test("without configuration the page talks to its own server only", () => {
  const policy = contentSecurityPolicy({});
  expect(directive(policy, "connect-src")).toBe("'self'");
  expect(directive(policy, "img-src")).toBe("'self' blob:");
  expect(directive(policy, "frame-src")).toBe("'none'");
  for (const name of ["object-src", "base-uri", "form-action", "frame-ancestors"]) {
    expect(directive(policy, name)).toBe("'none'");
  }
  expect(policy).not.toMatch(/unsafe|\*/);
});

test("cloud mode adds exactly the hosts that the configuration names", () => {
  const policy = contentSecurityPolicy({
    firebase: { apiKey: "a", authDomain: "my.firebaseapp.com", projectId: "my" },
    sheet: "https://docs.google.com/spreadsheets/d/1/gviz/tq?tqx=out:json",
    icons: "https://icons.example/a/",
    counter: { photo: "/photo.jpg" },
  });
  expect(directive(policy, "connect-src")).toBe(
    "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com " +
      "https://firestore.googleapis.com https://docs.google.com",
  );
  expect(policy).not.toContain("*");
  expect(directive(policy, "img-src")).toBe("'self' blob: https://icons.example");
  expect(directive(policy, "frame-src")).toBe("https://my.firebaseapp.com");
});

test("another sheet address adds its own origin and no other", () => {
  const policy = contentSecurityPolicy({ sheet: "https://sheets.example:8443/a?b" });
  expect(directive(policy, "connect-src")).toBe("'self' https://sheets.example:8443");
});
