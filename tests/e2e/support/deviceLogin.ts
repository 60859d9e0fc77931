import { spawn } from "node:child_process";
import { once } from "node:events";
import { CLI, type CliResult, cliEnvironment } from "../../support/cliProcess.ts";

export interface Login {
  readonly verificationUrl: string;
  readonly userCode: string;
  /** How the process ended. */
  readonly result: Promise<CliResult>;
}

/** Starts `dailyleet login SITE-ADDRESS` as a real process and reads what it asks the person to do. */
export async function startLogin(home: string, site: string, environment: NodeJS.ProcessEnv): Promise<Login> {
  const child = spawn(process.execPath, [CLI, "login", site], {
    env: cliEnvironment(home, environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const result = once(child, "close").then(([code]) => ({ code: code as number | null, stdout, stderr }));
  const told = new Promise<RegExpExecArray>((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /^ {2}(http\S+)\n.*\n {2}(\S+)$/m.exec(stderr);
      if (found) resolve(found);
    });
  });
  const ended = result.then(({ stderr }) => Promise.reject(new Error(`login ended without a code: ${stderr}`)));
  const [, verificationUrl = "", userCode = ""] = await Promise.race([told, ended]);
  ended.catch(() => {});
  return { verificationUrl, userCode, result };
}
