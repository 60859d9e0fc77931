import { startCli } from "../../support/cliProcess.ts";
import { resultOf, waitForOutput } from "../../support/process.ts";

/**
 * Starts `dailyleet login SITE-ADDRESS` as a real process and reads the address and the code that it shows. `result` is
 * the process's end.
 */
export async function startLogin(home: string, site: string, environment: NodeJS.ProcessEnv) {
  const child = startCli(home, ["login", site], environment);
  const result = resultOf(child);
  const [, verificationUrl = "", userCode = ""] = await waitForOutput(child, /^ {2}(http\S+)\n.*\n {2}(\S+)$/m);
  return { verificationUrl, userCode, result };
}
