import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Ends a run with the plain line 'N passed, N failed', for whoever reads only the last line. */
export default class PlainTotals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const skipped = count("skipped");
    // After the default reporter's own summary, which vitest prints in the same step.
    process.once("exit", () => {
      const failed = count("failed") + brokenFiles + errors.length;
      const line = `${count("passed")} passed, ${failed} failed`;
      process.stdout.write(`\n${skipped > 0 ? `${line}, ${skipped} skipped` : line}\n`);
    });
  }
}
