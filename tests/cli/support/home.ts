import { SHARED_DAY } from "@dailyleet/core";
import { expect } from "vitest";
import { type CliResult, runCli } from "../../support/cliProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";

/** A person's data directory, and the command line that runs on it. */
export interface Home {
  readonly directory: string;
  run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<CliResult>;
  /**
   * Runs a command that must succeed and returns its stdout. Its stderr must be empty, except for the notice of a
   * shared leap day, because the tests may run on one.
   */
  out(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  json(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Record<string, unknown>>;
}

/** A reading command's notice that there is no database. `Home` leaves it out; tests/cli/places.test.ts tests it. */
export const NOTHING_THERE =
  /^dailyleet: Nothing\s+is\s+in\s+\S+\s+yet;\s+the\s+first\s+tick\s+or\s+mark\s+makes\s+the\s+database\.\n/m;

/** `always` is part of every command's environment. `runner` runs the command, by default in its own process. */
export function newHome(directory = tempDirectory(), always: NodeJS.ProcessEnv = {}, runner = runCli): Home {
  const run = async (args: readonly string[], env?: NodeJS.ProcessEnv) => {
    const result = await runner(directory, [...args], { ...always, ...env });
    return { ...result, stderr: result.stderr.replace(NOTHING_THERE, "") };
  };
  const out = async (args: readonly string[], env?: NodeJS.ProcessEnv) => {
    const { code, stdout, stderr } = await run(args, env);
    if (code !== 0 || stderr.replace(`dailyleet: ${SHARED_DAY}\n`, "") !== "")
      throw new Error(`'${args.join(" ")}' ended with ${code}: ${stderr}`);
    return stdout;
  };
  return { directory, run, out, json: async (args, env) => JSON.parse(await out([...args, "--json"], env)) };
}

/** The exit code and the one sentence on stderr of a command that fails and prints nothing. */
export async function refusal(
  home: Home,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<[number | null, string]> {
  const { code, stdout, stderr } = await home.run(args, env);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^dailyleet: [^\n]+\.\n$/);
  return [code, stderr.slice("dailyleet: ".length, -1)];
}
