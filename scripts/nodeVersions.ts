import type { Reporter, TestModule } from "vitest/node";

/** The results of a test's steps under one version of Node. */
export interface NodeVersionResult {
  readonly version: string;
  /** 'ok', 'FAILED', 'SKIPPED' or 'not run', by the step's name. */
  readonly steps: Readonly<Record<string, string>>;
}

declare module "vitest" {
  interface TaskMeta {
    nodeVersion?: NodeVersionResult;
  }
}

/** Prints a table of the tried versions of Node after vitest's own summary. */
export default class NodeVersions implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const results = tests.flatMap((test) => test.meta().nodeVersion ?? []);
    if (results.length > 0) process.once("exit", () => process.stdout.write(tableOf(results)));
  }
}

function tableOf(results: readonly NodeVersionResult[]): string {
  const steps = Object.keys(results[0]?.steps ?? {});
  const rows = results.map(({ version, steps: found }) => [version, ...steps.map((step) => found[step] ?? "")]);
  const lines = [["Node", ...steps], ...rows].map((cells) =>
    cells
      .map((cell) => cell.padEnd(12))
      .join("")
      .trimEnd(),
  );
  return `\nThe packed program on the oldest and newest version of each promised line of Node\n${lines.join("\n")}\n`;
}
