import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Prints 'N passed, N failed' as a run's last line, for readers of that line alone. */
export default class PlainTotals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const skipped = count("skipped");
    // Wait until the exit: vitest's default reporter prints its summary in this same step.
    process.once("exit", () => {
      const failed = count("failed") + brokenFiles + errors.length;
      const line = `${count("passed")} passed, ${failed} failed`;
      process.stdout.write(`\n${skipped > 0 ? `${line}, ${skipped} skipped` : line}\n`);
    });
  }
}
