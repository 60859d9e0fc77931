import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareRequests, bareSheet } from "./cli/bare.ts";
import { cloudHome, copyProgram, localHome, sheetFileOf, writeExport } from "./cli/homes.ts";
import { atMost, type Figure, type Report, type Target } from "./support/figures.ts";
import type { BenchOptions } from "./support/options.ts";
import { installPeers, peerVersion } from "./support/peers.ts";
import { memoryOf, type Program, timeProgram } from "./support/program.ts";
import { inRounds, type Measured } from "./support/rounds.ts";

const ROWS = 5_000;
const PEERS = ["todo-cli", "taskbook", "leetcode-cli"] as const;
const FLOOR = "node -e 0";

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
  const cloud = await cloudHome(scratch);
  try {
    const cli = copyProgram(scratch, ROWS);
    const contestants = { ...ours(cli, scratch, cloud), ...theirs(peers, scratch) };
    const times = await measure(contestants, isQuick ? 5 : 25, timeProgram);
    const memories = await measure(contestants, isQuick ? 1 : 5, memoryOf);
    const figures = Object.entries(contestants)
      .filter(([name]) => name !== FLOOR)
      .flatMap(([name, { time, memory, limit }]) => [
        figure(name, "time", "ms", times, time, limit),
        figure(name, "peak memory", "MB", memories, memory),
      ]);
    const versions = Object.fromEntries(PEERS.map((peer) => [peer, peerVersion(peers, peer)]));
    return { part: "command line", figures, versions: { node: process.version, ...versions } };
  } finally {
    cloud.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function ours(cli: string, scratch: string, cloud: Awaited<ReturnType<typeof cloudHome>>): Record<string, Contestant> {
  const env = localHome(scratch);
  prepare(cli, env, ["import", writeExport(scratch)]);
  const local = (...args: string[]): Program => ({ args: [cli, ...args], env });
  const remote = (...args: string[]): Program => ({ args: [...cloud.options, cli, ...args], env: cloud.env });
  const memory = atMost(1.15);
  return {
    [FLOOR]: { programs: [{ args: ["-e", "0"] }] },
    "--version": { programs: [local("--version")], time: atMost(1.3), memory, limit: 1.05 },
    "--help": { programs: [local("--help")], memory },
    status: { programs: [local("status")], time: atMost(1.5), memory, limit: 1.28 },
    "tick, local and durable": {
      programs: [local("tick", "3"), local("untick", "3")],
      time: atMost(1.55),
      memory,
      limit: 1.28,
    },
    "questions, 5,000 rows": { programs: [local("questions")], time: atMost(1.9), limit: 1.66 },
    "… the sheet alone, bare": { programs: [bareSheet(sheetFileOf(cli))] },
    // The server's year says that source 3 is not done, whatever was sent to it.
    "tick, over TLS": { programs: [remote("tick", "3")], time: atMost(2.2), limit: 1.84 },
    "… two requests alone, bare": { programs: [bareRequests(cloud.options, cloud.env)] },
  };
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

function measure(
  contestants: Readonly<Record<string, Contestant>>,
  rounds: number,
  sample: (program: Program) => number,
) {
  const samplers = Object.entries(contestants).map(([name, { programs }]) => {
    let count = 0;
    const next = () => programs[count++ % programs.length];
    return [name, () => sample(next() as Program)] as const;
  });
  return inRounds(rounds, FLOOR, Object.fromEntries(samplers));
}

function figure(
  name: string,
  measured: string,
  unit: "ms" | "MB",
  results: Readonly<Record<string, Measured>>,
  target?: Target,
  limit?: number,
): Figure {
  const own = results[name] ?? { median: Number.NaN, ratio: Number.NaN };
  const floor = results[FLOOR]?.median ?? Number.NaN;
  return {
    name,
    measure: measured,
    value: own.ratio,
    unit: "x",
    against: FLOOR,
    absolute: `${own.median.toFixed(0)} ${unit} to ${floor.toFixed(0)} ${unit}`,
    ...(target && { target }),
    ...(limit !== undefined && { limit }),
  };
}
