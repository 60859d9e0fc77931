import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/**
 * Ends a run with the plain line 'N passed, N failed', for whoever reads only the last line. A test that passed only
 * when it was tried again is named above it: a fault of the test or of the product that nobody has followed yet.
 */
export default class PlainTotals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
    const skipped = count("skipped");
    const unsteady = tests.filter((test) => test.diagnostic()?.flaky);
    // After the default reporter's own summary, which vitest prints in the same step.
    process.once("exit", () => {
      const failed = count("failed") + brokenFiles + errors.length;
      const line = `${count("passed")} passed, ${failed} failed`;
      process.stdout.write(unsteady.map(describe).join(""));
      process.stdout.write(`\n${skipped > 0 ? `${line}, ${skipped} skipped` : line}\n`);
    });
  }
}

function describe(test: TestCase): string {
  const lines = test.result().errors?.[0]?.stack?.split("\n") ?? [];
  const own = lines.filter((line) => !/node_modules|<anonymous>/.test(line));
  return `\nPASSED ONLY WHEN TRIED AGAIN: ${test.module.relativeModuleId} > ${test.fullName}\n${own.join("\n")}\n`;
}
