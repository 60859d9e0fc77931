import { webLink } from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../support/long.ts";

describe("web addresses", () => {
  test.each([
    ["https://leetcode.com/problems/two-sum/", "https://leetcode.com/problems/two-sum/", "leetcode.com"],
    ["http://example.org", "http://example.org/", "example.org"],
    [" HTTPS://Example.org:443/a b ", "https://example.org/a%20b", "example.org"],
    ["https://example.org:8443/a?b=c#d", "https://example.org:8443/a?b=c#d", "example.org:8443"],
    ["https://leetсode.com/", "https://xn--leetode-1jg.com/", "xn--leetode-1jg.com"],
    ["https://example.org/\u202emoc", "https://example.org/%E2%80%AEmoc", "example.org"],
    ["https://@example.org/", "https://example.org/", "example.org"],
  ])("%s leads to its real host", (text, href, host) => {
    expect(webLink(text)).toEqual({ href, host });
  });

  test.each([
    "",
    "https://a b/",
    "https://a\\b",
    ..."example.org /problems https:/ https:// http://[1 ftp://a/".split(" "),
  ])("'%s' is none", (text) => {
    expect(webLink(text)).toBeNull();
  });
});

test("whatever the text, a link is null or plain ASCII of http or https without a user name", () => {
  const scheme = fc.constantFrom("https://", "http://", "https:", "//", "javascript:", "java\nscript:", "data:", " ");
  const text = fc.tuple(scheme, fc.string({ unit: "binary" })).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(text, fc.webUrl(), fc.string({ unit: "binary" })), (address) => {
      const link = webLink(address);
      const url = new URL(link?.href ?? "https://example.org");
      const isSafe = /^https?:\/\/[!-~]+$/.test(url.href) && url.username + url.password === "";
      return isSafe && (link === null || link.host === url.host);
    }),
    { numRuns: runs(5000) },
  );
});
