import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareRequests, bareSheet } from "./cli/bare.ts";
import {
  type CloudHome,
  cloudHome,
  copyProgram,
  localHome,
  sheetHome,
  writeExport,
  writeRepository,
  writeSheet,
} from "./cli/homes.ts";
import { atMost, type BenchOptions, type Figure, type Report, type Target } from "./support/figures.ts";
import { installPeers, peerVersion } from "./support/peers.ts";
import { memoryOf, type Program, timeProgram } from "./support/program.ts";
import { inRounds, type Measured } from "./support/rounds.ts";
import { sheetOf } from "./support/sheet.ts";

const ROWS = 5_000;
const MARKED = 30;
const COMMITS = 20_000;
const FIRST_OF_DAY = join(import.meta.dirname, "cli/firstOfDay.cjs");
const PEERS = ["todo-cli", "taskbook", "leetcode-cli"] as const;
const FLOOR = "node -e 0";
/** As long as `--no-wait` waits for an answer. */
const PAUSE = "node -e 0, after 0.3 s";

interface Contestant {
  /** Each run makes the next one of these, in turns. */
  readonly programs: readonly Program[];
  readonly time?: Target;
  readonly memory?: Target;
  readonly limit?: number;
}

/** The command line and its peers against a Node that does nothing: wall time and peak memory of whole processes. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const peers = installPeers("cli", PEERS);
  const scratch = mkdtempSync(join(tmpdir(), "dailyleet-bench-cli-"));
  const cloud = await cloudHome(join(scratch, "cloud"));
  const slowCloud = await cloudHome(join(scratch, "slow cloud"), { isSlow: true });
  try {
    const program = copyProgram(join(scratch, "program"));
    const contestants = { ...ours(program, scratch, cloud), ...theirs(peers, scratch) };
    const figures = [
      ...(await compare(contestants, FLOOR, isQuick)),
      ...(await compare(withoutWaiting(program, slowCloud), PAUSE, isQuick)),
    ];
    const versions = Object.fromEntries(PEERS.map((peer) => [peer, peerVersion(peers, peer)]));
    return { part: "command line", figures, versions: { node: process.version, ...versions } };
  } finally {
    cloud.stop();
    slowCloud.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function ours(cli: string, scratch: string, cloud: CloudHome): Record<string, Contestant> {
  const env = localHome(scratch);
  const sheet = sheetOf(ROWS);
  const sheetEnv = sheetHome(scratch, sheet);
  const data = writeExport(scratch, MARKED);
  for (const each of [env, sheetEnv]) prepare(cli, each, ["import", data]);
  const local = (...args: string[]): Program => ({ args: [cli, ...args], env });
  const memory = atMost(1.15);
  const repository = writeRepository(scratch, COMMITS);
  // 3 s and 100 MB where Node alone takes 37 ms and 46 MB.
  const importTargets = { time: atMost(80), memory: atMost(2.15) };
  return {
    [FLOOR]: { programs: [{ args: ["-e", "0"] }] },
    "--version": { programs: [local("--version")], time: atMost(1.3), memory, limit: 1.05 },
    "--help": { programs: [local("--help")], memory },
    status: { programs: [local("status")], time: atMost(1.4), memory, limit: 1.28 },
    "tick, local and durable": {
      programs: [local("tick", "3"), local("untick", "3")],
      time: atMost(1.6),
      memory,
      limit: 1.28,
    },
    // 10 ms more than the row above.
    "… the first of a day, with its backup": {
      programs: ["tick", "untick"].map((verb) => ({ args: ["--require", FIRST_OF_DAY, cli, verb, "3"], env })),
      time: atMost(1.87),
    },
    [`import of ${COMMITS.toLocaleString("en")} commits`]: {
      programs: [local("import", repository, "--dry-run")],
      ...importTargets,
    },
    "… with --marks, which reads every commit's files": {
      programs: [local("import", repository, "--marks", "--dry-run")],
      ...importTargets,
    },
    "dailyleet alone": { programs: [local()], time: atMost(1.5) },
    review: { programs: [local("review")], time: atMost(1.6) },
    mark: { programs: [local("mark", "40", "solved"), local("mark", "40", "none")], time: atMost(1.6) },
    "questions, 75 rows": { programs: [local("questions")], time: atMost(1.5) },
    "questions, 5,000 rows": {
      programs: [{ args: [cli, "questions"], env: sheetEnv }],
      // 0.25 less if the copy had the rows of a list once more, without their texts: 9 ms that nobody feels.
      time: atMost(2.2),
      limit: 1.66,
    },
    "… the sheet alone, bare": { programs: [bareSheet(writeSheet(scratch, sheet))] },
    // The server's year says that source 3 is not done, whatever was sent to it.
    "tick, over TLS": { programs: [remote(cli, cloud, "tick", "3")], time: atMost(2.6), limit: 1.84 },
    "… two requests alone, bare": { programs: [bareRequests(cloud.options, cloud.env)] },
  };
}

/** Where the network does not answer in time: what is left to wish for is not to wait longer than was promised. */
function withoutWaiting(cli: string, slowCloud: CloudHome): Record<string, Contestant> {
  return {
    [PAUSE]: { programs: [{ args: ["-e", "setTimeout(() => {}, 300)"] }] },
    "tick --no-wait, slow network": {
      programs: [remote(cli, slowCloud, "tick", "3", "--no-wait")],
      time: atMost(1.3),
    },
  };
}

function remote(cli: string, { options, env }: CloudHome, ...args: string[]): Program {
  return { args: [...options, cli, ...args], env };
}

function theirs(peers: string, scratch: string): Record<string, Contestant> {
  const env = { HOME: join(scratch, "peers") };
  mkdirSync(env.HOME);
  const peer = (bin: string, ...args: string[]): Contestant => ({
    programs: [{ args: [join(peers, "node_modules/.bin", bin), ...args], env }],
  });
  return {
    "todo-cli: todo list": peer("todo", "list"),
    "taskbook: tb": peer("tb"),
    "leetcode-cli: leetcode version": peer("leetcode", "version"),
  };
}

function prepare(cli: string, env: NodeJS.ProcessEnv, args: readonly string[]): void {
  if (!existsSync(cli)) throw new Error("The command line is not built; run 'npm run build' first.");
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`'dailyleet ${args[0]}' ended with ${status}: ${stderr}`);
}

/** Time and memory of all of them, against the one called `floor`. */
async function compare(
  contestants: Readonly<Record<string, Contestant>>,
  floor: string,
  isQuick: boolean,
): Promise<Figure[]> {
  const times = await measure(contestants, floor, isQuick ? 5 : 25, timeProgram);
  const memories = await measure(contestants, floor, isQuick ? 1 : 5, memoryOf);
  return Object.entries(contestants)
    .filter(([name]) => name !== floor)
    .flatMap(([name, { time, memory, limit }]) => [
      figure({ name, measure: "time", ...(time && { target: time }), ...(limit && { limit }) }, floor, "ms", times),
      figure({ name, measure: "peak memory", ...(memory && { target: memory }) }, floor, "MB", memories),
    ]);
}

function measure(
  contestants: Readonly<Record<string, Contestant>>,
  floor: string,
  rounds: number,
  sample: (program: Program) => number,
) {
  const samplers = Object.entries(contestants).map(([name, { programs }]) => {
    let count = 0;
    const next = () => programs[count++ % programs.length];
    return [name, () => sample(next() as Program)] as const;
  });
  return inRounds(rounds, floor, Object.fromEntries(samplers));
}

function figure(
  what: Pick<Figure, "name" | "measure" | "target" | "limit">,
  against: string,
  unit: "ms" | "MB",
  results: Readonly<Record<string, Measured>>,
): Figure {
  const own = results[what.name] ?? { median: Number.NaN, ratio: Number.NaN };
  const floor = results[against]?.median ?? Number.NaN;
  const absolute = `${own.median.toFixed(0)} ${unit} to ${floor.toFixed(0)} ${unit}`;
  return { ...what, value: own.ratio, unit: "x", against, absolute };
}
