import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fill } from "./support/data.ts";
import { atMost, type BenchOptions, type Report, type Target } from "./support/figures.ts";
import { installPeers, peerVersion } from "./support/peers.ts";
import { inRounds } from "./support/rounds.ts";

const PACKAGE = join(import.meta.dirname, "../packages/cli");
const COMMITS = 20_000;
const PEERS = { "todo-cli": ["todo", "list"], taskbook: ["tb"], "leetcode-cli": ["leetcode", "version"] };
const FLOOR = "node -e 0";

/** Command lines, as arguments of Node. The runs use them in turn. */
type Lines = readonly (readonly string[])[];

/** Measures whole processes of the command line and its peers, relative to a Node that does nothing. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const peers = installPeers("cli", Object.keys(PEERS));
  const scratch = mkdtempSync(join(tmpdir(), "dailyleet-bench-cli-"));
  try {
    const home = join(scratch, "home");
    const env = { PATH: process.env.PATH, HOME: home, DAILYLEET_HOME: home };
    const program = copyProgram(join(scratch, "program"));
    const cli = (...args: string[]) => [program, ...args];
    run(cli("tick", "1"), env);
    fill(join(home, "dailyleet.db"));
    const ours: Record<string, { lines: Lines; target?: Target }> = {
      "--version": { lines: [cli("--version")], target: atMost(1.3) },
      tick: { lines: [cli("tick", "3"), cli("untick", "3")], target: atMost(1.65) },
      status: { lines: [cli("status")], target: atMost(1.5) },
      "bare dailyleet": { lines: [cli()], target: atMost(1.7) },
      questions: { lines: [cli("questions")] },
      [`import of ${COMMITS.toLocaleString("en")} commits`]: {
        lines: [cli("import", writeRepository(scratch, COMMITS), "--dry-run")],
        target: atMost(80),
      },
    };
    const theirs = Object.entries(PEERS).map(([peer, [bin = "", ...args]]) => {
      return [
        `${peer}: ${bin} ${args.join(" ")}`.trim(),
        { lines: [[join(peers, "node_modules/.bin", bin), ...args]] },
      ];
    });
    const contestants: typeof ours = { [FLOOR]: { lines: [["-e", "0"]] }, ...ours, ...Object.fromEntries(theirs) };
    const samplers = Object.entries(contestants).map(([name, { lines }]) => {
      let count = 0;
      return [name, () => timeOf(lines[count++ % lines.length] ?? [], env)] as const;
    });
    const results = await inRounds(isQuick ? 5 : 25, FLOOR, Object.fromEntries(samplers));
    const figures = Object.entries(contestants).map(([name, { target }]) => {
      const { median = Number.NaN, ratio = Number.NaN } = results[name] ?? {};
      const detail = `${median.toFixed(0)} ms`;
      return { name, value: ratio, unit: "x" as const, detail, ...(target && { target }) };
    });
    const versions = Object.fromEntries(Object.keys(PEERS).map((peer) => [peer, peerVersion(peers, peer)]));
    return { part: "Command line, of `node -e 0`", figures, versions: { node: process.version, ...versions } };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Copies the built program, so that a build can't change it while it is measured. */
function copyProgram(directory: string): string {
  for (const part of ["bin", "dist", "package.json"]) {
    cpSync(join(PACKAGE, part), join(directory, part), { recursive: true });
  }
  return join(directory, "bin/dailyleet.cjs");
}

/** A bare repository as LeetHub writes it: `commits` solutions of 300 questions, one every two hours. */
function writeRepository(scratch: string, commits: number): string {
  const directory = join(scratch, "solutions.git");
  const stream = Array.from({ length: commits }, (_, index) => {
    const folder = `${String(index % 300).padStart(4, "0")}-question-${index % 300}`;
    const subject = `Time: ${index} ms (50.00%), Space: 43.7 MB (6.92%) - LeetHub`;
    const person = `Bench <bench@example.com> ${1_500_000_000 + index * 7_200} +0530`;
    const file = `M 100644 inline ${folder}/${folder}.py\ndata ${String(index).length}\n${index}`;
    return `commit refs/heads/main\nauthor ${person}\ncommitter ${person}\ndata ${subject.length}\n${subject}\n${file}\n`;
  });
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", directory]);
  const file = join(scratch, "commits.txt");
  writeFileSync(file, stream.join(""));
  execFileSync("sh", ["-c", 'git -C "$0" fast-import --quiet < "$1"', directory, file]);
  return directory;
}

function timeOf(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now();
  run(args, env);
  return performance.now() - start;
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { error, status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`'${args.join(" ")}' ended with ${status}: ${stderr}`);
}
