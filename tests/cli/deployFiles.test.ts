import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentSecurityPolicy } from "@dailyleet/core";
import { beforeEach, describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";

const ROOT = join(import.meta.dirname, "../..");
const firebase = { apiKey: "key", authDomain: "my.firebaseapp.com", projectId: "my" };

let directory: string;
beforeEach(() => {
  directory = join(tempDirectory(), "my site");
});

const deployFiles = (...options: string[]) => runInProcess(tempDirectory(), ["deploy-files", directory, ...options]);
const read = (path: string) => readFileSync(join(directory, path), "utf8");

const contents = () =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .sort()
      .map((path) => [path, statSync(join(directory, path)).isFile() ? read(path) : null]),
  );

function put(path: string, text: string): void {
  mkdirSync(join(directory, path, ".."), { recursive: true });
  writeFileSync(join(directory, path), text);
}

const policyIn = (firebaseJson: string) =>
  JSON.parse(firebaseJson).hosting.headers[0].headers.find(
    ({ key }: { key: string }) => key === "Content-Security-Policy",
  ).value;

describe("deploy-files", () => {
  it("writes everything that firebase.json names, and the guide", async () => {
    const { code, stdout, stderr } = await deployFiles();
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(/^dailyleet: Wrote \d\d files to .*\. Now follow deploy\.md there .*\n$/);
    const { hosting, firestore } = JSON.parse(read("firebase.json"));
    expect(read(firestore.rules)).toBe(readFileSync(join(ROOT, "firestore.rules"), "utf8"));
    expect(read(firestore.indexes)).toBe(readFileSync(join(ROOT, "firestore.indexes.json"), "utf8"));
    expect(read(join(hosting.public, "index.html"))).toContain("<title>dailyleet ·");
    expect(existsSync(join(directory, hosting.public, "dailyleet.json"))).toBe(false);
    expect(read("deploy.md")).toContain("# Deploy your own dailyleet");
    expect(read("deploy.md")).not.toMatch(/\]\((?!https:)/);
    expect(Object.keys(contents()).filter((path) => path.startsWith("."))).toEqual([]);
  });

  it("puts the addresses of the configuration beside the page into the headers", async () => {
    put("site/dailyleet.json", JSON.stringify({ firebase }));
    const { code, stderr } = await deployFiles();
    expect([code, stderr.includes("--project my'")]).toEqual([0, true]);
    expect(policyIn(read("firebase.json"))).toBe(contentSecurityPolicy({ firebase }));
    expect(read("site/dailyleet.json")).toBe(JSON.stringify({ firebase }));
  });

  it("gives the picture that a link is shown with the address of the deployment, where it is known", async () => {
    const card = () => /<meta property="og:image" content="([^"]*)">/.exec(read("site/index.html"))?.[1];
    await deployFiles();
    expect(card()).toBe("/share.png");
    put("site/dailyleet.json", JSON.stringify({ firebase }));
    await deployFiles("--force");
    expect(card()).toBe("https://my.firebaseapp.com/share.png");
    const { length } = readFileSync(join(directory, "site/share.png"));
    expect(length).toBeLessThan(100_000);
  });

  it("answers with what is there, also when it was there before", async () => {
    await deployFiles();
    const before = contents();
    const { code, stdout, stderr } = await deployFiles("--json");
    expect([code, stderr]).toEqual([0, ""]);
    const files = Object.keys(before).filter((path) => before[path] !== null);
    const answer = JSON.parse(stdout);
    expect({ ...answer, files: answer.files.toSorted() }).toEqual({ version: 1, directory, files, configured: false });
    expect(contents()).toEqual(before);
  });

  it("writes over no other file unless asked, and leaves what it does not know", async () => {
    put("firebase.json", "{}");
    put("site/index.html", "mine");
    put("site/mine.html", "mine");
    const before = contents();
    const { code, stderr } = await deployFiles();
    expect(code).toBe(2);
    expect(stderr).toMatch(/has other files with these names \(firebase\.json, site\/index\.html\); .* --force\.\n$/);
    expect(contents()).toEqual(before);
    expect((await deployFiles("--force")).code).toBe(0);
    expect(read("site/index.html")).toContain("<title>dailyleet ·");
    expect(read("site/mine.html")).toBe("mine");
  });
});

describe("deploy-files leaves everything as it was", () => {
  it.each([
    ["a directory is in a file's place", () => mkdirSync(join(directory, "site/sw.js"), { recursive: true }), 1],
    ["a file is in a directory's place", () => put("site/icons", "mine"), 1],
    ["the configuration has a fault", () => put("site/dailyleet.json", '{"firebose":{}}'), 1],
    ["the configuration has no project", () => put("site/dailyleet.json", "{}"), 1],
  ])("where %s", async (_, prepare, expected) => {
    put("firestore.rules", "mine");
    prepare();
    const before = contents();
    const { code, stdout, stderr } = await deployFiles("--force");
    expect([code, stdout]).toEqual([expected, ""]);
    expect(stderr).toMatch(/^dailyleet: [^\n]+\.\n$/);
    expect(contents()).toEqual(before);
  });
});
