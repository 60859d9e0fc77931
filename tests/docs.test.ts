import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PAGES = globSync(["*.md", "docs/*.md", "packages/*/README.md", "bench/results/*.md"], { cwd: ROOT });
const TESTS = new Set(globSync("tests/**/*.test.ts", { cwd: ROOT }).map((path) => basename(path)));
/** A file that only readers of the page create. */
const OWN = "site/public/dailyleet.json";
const PATH = /^(packages|site|tests|bench|scripts|docs)\/[\w./-]+$/;

function leadsSomewhere(page: string, link: string): boolean {
  const [file = "", heading] = link.split("#");
  const path = file === "" ? join(ROOT, page) : join(ROOT, dirname(page), file);
  return existsSync(path) && (heading === undefined || anchorsOf(path).includes(heading));
}

/** The anchors that GitHub makes from the headings. */
function anchorsOf(path: string): string[] {
  const headings = [...readFileSync(path, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}

test.each(PAGES)("every file and heading that %s names is there", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8").replaceAll(/^```.*?^```/gms, "");
  const links = [...text.replaceAll(/`[^`]*`/g, "").matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = ""]) => link);
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = ""]) => name);
  const missing = [
    ...links.filter((link) => !leadsSomewhere(page, link)),
    ...quoted.filter(
      (name) =>
        PATH.test(name) && name !== OWN && ![name, `${name}.test.ts`].some((path) => existsSync(join(ROOT, path))),
    ),
    ...quoted.filter((name) => /^\w+\.test\.ts$/.test(name) && !TESTS.has(name)),
  ];
  expect(links.length + quoted.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

const CRON_LINES = readFileSync(join(ROOT, "docs/automation.md"), "utf8").match(/^\d+ .* \* \* [*\d] .*$/gm) ?? [];

test("cron mails what docs/automation.md writes files with only when that fails", () => {
  const saving = CRON_LINES.filter((line) => /export|--svg/.test(line));
  const mailOf = (line: string, exitCode: number) => {
    // Cron ends the command at an unescaped '%'.
    const [command = ""] = line.replace(/^(\S+ ){5}/, "").split(/(?<!\\)%/);
    const program = `dailyleet() { echo "told by $1" >&2; return ${exitCode}; }`;
    return spawnSync("sh", ["-c", `${program}\n${command.replaceAll("\\%", "%")}`], { encoding: "utf8" }).output.join(
      "",
    );
  };
  expect(saving.map((line) => [mailOf(line, 0), mailOf(line, 1)])).toEqual([
    ["", "told by export\n"],
    ["", "told by stats\n"],
  ]);
});
