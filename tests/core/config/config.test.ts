import {
  configFor,
  DEFAULT_SOURCES,
  isLoopback,
  NO_SETTINGS,
  parseServedConfig,
  readConfig,
  requireSources,
} from "@dailyleet/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../support/long.ts";
import { failureOf } from "../support/fixtures.ts";

const FIREBASE = { apiKey: "abc", authDomain: "my-project.firebaseapp.com", projectId: "my-project" };
const SOURCES = ["a", "b", "c", "d", "e"].map((name) => ({ name, url: `https://${name}.example/` }));
const FULL = {
  firebase: FIREBASE,
  google: { clientId: "id", clientSecret: "marked-secret" },
  sheet: "https://docs.google.com/spreadsheets/d/1/gviz/tq?tqx=out:json",
  sources: SOURCES,
  icons: "/icons/",
  counter: { photo: "https://example.org/photo.jpg", line: "ॐ" },
  authTokenSyncUrl: "/__session",
  waitForCloud: false,
  list: "all",
  backups: "~/Sync/dailyleet",
};

/** The default sources, but another one at `index`. */
const withSource = (source: unknown, index = 0) => ({ sources: SOURCES.with(index, source as (typeof SOURCES)[0]) });
const read = (json: string) => readConfig(json, "dailyleet.json");
const parse = (json: string) => {
  const { usable, fault } = read(json);
  expect(fault).toBeNull();
  return usable;
};
const fault = (config: unknown) => read(JSON.stringify(config)).fault;

describe("a good configuration", () => {
  test("may be empty or hold every key", () => {
    expect(parse("{}")).toEqual({});
    expect(parse(JSON.stringify(FULL))).toEqual(FULL);
    expect(parse("\uFEFF{}\n")).toEqual({});
  });

  test("names the sources and their zones", () => {
    const zones = ["UTC", "Asia/Kolkata", "Asia/Kolkata", undefined, undefined];
    expect(DEFAULT_SOURCES.map(({ zone }) => zone)).toEqual(zones);
    const sources = SOURCES.map((source) => ({ ...source, zone: "Europe/Berlin" }));
    expect(parse(JSON.stringify({ sources }))).toEqual({ sources });
  });

  test("with a fault names no sources to add ticks by, whatever the fault is", () => {
    expect(requireSources(configFor({ sources: SOURCES }, NO_SETTINGS))).toEqual(SOURCES);
    const served = parseServedConfig('{"local":true,"fault":"In x there is one."}', "x");
    expect(failureOf(() => requireSources(configFor(served, NO_SETTINGS)))).toBe("bad-config: In x there is one.");
    expect(fault({ fault: "x" })).toContain("the key 'fault' is unknown");
  });

  test("may name this computer without https", () => {
    expect(parse('{"sheet":"http://localhost:8080/a"}').sheet).toBe("http://localhost:8080/a");
    expect(["localhost", "127.0.0.1", "[::1]", "::1"].every(isLoopback)).toBe(true);
    expect(["127.0.0.1.evil.example", "localhost.", "10.0.0.1", ""].some(isLoopback)).toBe(false);
  });

  test("may name a file beside it, which a local page has at a path", () => {
    expect(parse('{"sheet":"./my questions.CSV"}').sheet).toBe("./my questions.CSV");
    expect(parseServedConfig('{"sheet":"/sheet.json","local":true}', "x").sheet).toBe("/sheet.json");
    expect(failureOf(() => parseServedConfig('{"sheet":"./q.csv"}', "x"))).toContain("the key 'sheet' is");
  });

  test("may say that it is local only when it stands beside a page", () => {
    expect(parseServedConfig('{"local":true}', "x")).toEqual({ local: true });
    expect(failureOf(() => parseServedConfig('{"local":false}', "x"))).toContain("'local' is false, but must be true");
    expect(fault({ local: true })).toContain("the key 'local' is unknown");
  });
});

describe("each fault is named with key, value and what is allowed", () => {
  test.each([
    [{ sheets: 1 }, "the key 'sheets' is unknown (allowed here: firebase, google, sheet, list,"],
    [{ firebase: {} }, "the key 'firebase.apiKey' is missing"],
    [{ firebase: { ...FIREBASE, extra: 1 } }, "the key 'firebase.extra' is unknown (allowed here: apiKey,"],
    [
      { firebase: "x" },
      "the key 'firebase' is something else, but must be an object with apiKey, authDomain, projectId",
    ],
    [{ firebase: { ...FIREBASE, authDomain: "https://x" } }, "the key 'firebase.authDomain' is"],
    [{ firebase: { ...FIREBASE, authDomain: "a b; script-src *" } }, "must be a host name such as"],
    [{ firebase: { ...FIREBASE, projectId: "My Project" } }, "must be a Firebase project id such as"],
    [{ google: { clientId: "id" } }, "the key 'google.clientSecret' is missing"],
    [{ sheet: "http://example.org/" }, "'sheet' is \"http://example.org/\", but must be an https address without user"],
    [{ sheet: "https://me:pw@example.org/" }, "'sheet' is something else, but must be an https address without user"],
    [{ sheet: "https://example.org/\r\nX" }, "must be an https address without user name, spaces or backslashes"],
    [{ sheet: "https://example.org\\@evil.example/" }, "'sheet' is something else, but must be an https address"],
    [{ sheet: " https://example.org/" }, "must be an https address without user name, spaces"],
    [{ sheet: 7 }, "the key 'sheet' is 7, but must be"],
    [{ sheet: "./questions.txt" }, "or a file beside this one such as './questions.csv'"],
    [{ sheet: "../questions.csv" }, "or a file beside this one such as"],
    [{ sheet: "./a/../../questions.csv" }, "or a file beside this one such as"],
    [{ sheet: "./.\\q.csv" }, "or a file beside this one such as"],
    [
      { firebase: FIREBASE, sheet: "./questions.csv" },
      "the key 'sheet' is \"./questions.csv\", but must be an https address without",
    ],
    [{ list: "neetcode" }, "the key 'list' is \"neetcode\", but must be one of dailyleet75, neetcode150, all"],
    [{ list: null }, "the key 'list' is null, but must be one of"],
    [{ sheet: null }, "the key 'sheet' is null, but must be"],
    [{ sources: SOURCES.slice(1) }, "but must be a list of exactly five {name, url}"],
    [withSource({ name: "" }, 4), "the key 'sources[4].name' is \"\", but must be a text"],
    [withSource({ ...SOURCES[0], name: "a\nb" }), "'sources[0].name' is \"a\\nb\", but must be a text on one line"],
    ...["\u200b\u2060", "\u200d"].map((name): [object, string] => [
      withSource({ ...SOURCES[0], name }),
      "but must be a text on one line with a character that can be seen",
    ]),
    [withSource({ name: "a" }), "the key 'sources[0].url' is missing"],
    [
      withSource({ name: "a", url: "https://leetcode.com\\@example.com" }),
      "'sources[0].url' is something else, but must be an https address without user name, spaces",
    ],
    [withSource(7), "the key 'sources[0]' is 7, but must be an object with name, url"],
    [withSource({ ...SOURCES[3], name: " A " }, 3), "'sources[3].name' is \" A \", but must be a name that no other"],
    [
      withSource({ ...SOURCES[0], zone: "Nowhere/Town" }),
      "the key 'sources[0].zone' is \"Nowhere/Town\", but must be a time zone such as 'Asia/Kolkata' or 'UTC'",
    ],
    [{ sources: [{}, {}] }, "the key 'sources' is a list of 2, but must be a list of exactly five {name, url}"],
    [{ sheet: ["https://me:password@example.com"] }, "the key 'sheet' is something else, but must be"],
    [{ icons: "//evil.example/" }, "the key 'icons' is \"//evil.example/\", but must be an https address or a path"],
    [{ counter: { photos: "/x" } }, "the key 'counter.photos' is unknown (allowed here: photo, line)"],
    [{ counter: { photo: "javascript:alert(1)" } }, "the key 'counter.photo' is"],
    [{ counter: { line: "  " } }, "the key 'counter.line' is \"  \", but must be a text that is not empty"],
    [{ authTokenSyncUrl: "https://example.org/" }, "but must be a path that begins with one '/'"],
    ...[null, "", "backups", "~", "C:backups", "/a\nb", "/a\u001bb", "/a\u0000"].map((backups): [object, string] => [
      { backups },
      `the key 'backups' is ${JSON.stringify(backups)}, but must be true, false or a whole path such as '~/Sync/dailyleet'`,
    ]),
    [{ waitForCloud: "no" }, "the key 'waitForCloud' is \"no\", but must be true or false"],
    [{ authTokenSyncUrl: "//evil.example/" }, "but must be a path that begins with one '/'"],
    [{ authTokenSyncUrl: "/\\evil.example" }, "but must be a path that begins with one '/'"],
    [[], "there must be one JSON object"],
    [null, "there must be one JSON object"],
    ["x", "there must be one JSON object"],
  ])("%j", (config, said) => {
    expect(fault(config)).toContain(said);
    expect(fault(config)).toMatch(/^In dailyleet\.json .*; correct it or remove it\.$/);
  });

  test("names that every object inherits are unknown keys", () => {
    for (const key of ["__proto__", "constructor", "toString"]) {
      expect(read(`{"${key}":{}}`).fault).toContain(`the key '${key}' is unknown`);
    }
  });

  test("a value of any depth is named", () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    expect(read(`{"sheet":${deep}}`).fault).toContain("the key 'sheet' is a list of 1, but must be");
  });

  test("broken JSON is said to be so, with the line where that is known", () => {
    expect(read("").fault).toBe("dailyleet.json is not valid JSON; correct it or remove it.");
    for (const json of ["\n\n{'a':1}", '{\n"a": 1,\n}', "\n\n{}x"]) {
      expect(read(json).fault).toBe("dailyleet.json is not valid JSON (line 3); correct it or remove it.");
    }
    const wide = Buffer.from('\uFEFF{"sheet": "./a.csv"}', "utf16le").toString("utf8");
    expect(read(wide).fault).toBe("dailyleet.json is in UTF-16; save it as UTF-8.");
  });
});

test("a person's settings are none of the site's: they are named, count for nothing and are no fault", () => {
  const own = {
    plan: { until: "2027-03-31" },
    dayEndsAt: 3,
    rest: "sun",
    accounts: { leetcode: "asha" },
    problems: true,
  };
  const file = { ...own, list: "all" };
  const personal = ["plan", "dayEndsAt", "rest", "accounts", "problems"];
  expect(read(JSON.stringify(file))).toEqual({ usable: { list: "all" }, document: file, fault: null, personal });
  expect(read(JSON.stringify({ ...file, list: 7 }))).toMatchObject({ usable: {}, personal });
});

test("of a faulty file the good keys are usable, and the rest is left as it stands", () => {
  const text = '{"firebase":{},"sheet":"./a.csv","sources":[],"__proto__":{"x":1},"icons":5}';
  const { usable, document, fault } = read(text);
  expect(usable).toEqual({ sheet: "./a.csv" });
  expect(JSON.stringify(document)).toBe(text);
  expect(fault).toContain("the key '__proto__' is unknown");
  expect(read(JSON.stringify({ firebase: FIREBASE, sheet: "./a.csv" })).usable).toEqual({ firebase: FIREBASE });
});

test("no fault prints a secret", () => {
  const marked = { clientId: 7, clientSecret: "marked-secret" };
  for (const google of [marked, [marked], { clientId: "id", clientSecret: ["marked-secret"] }, "marked-secret"]) {
    expect(fault({ google })).not.toContain("marked");
  }
  expect(fault({ firebase: { ...FIREBASE, apiKey: ["marked"] } })).not.toContain("marked");
});

test("any JSON is a configuration or refused, and what is accepted is accepted again", () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...Object.values(FULL)));
  const config = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...Object.keys(FULL), "x"), value));
  fc.assert(
    fc.property(config, (candidate) => {
      const json = JSON.stringify(candidate);
      const { usable, fault } = read(json);
      return fault !== null || JSON.stringify(usable) === json;
    }),
    { numRuns: runs(3000) },
  );
});
