import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createIdentity } from "./certificate.ts";

/**
 * Starts a program that serves as `hosts` and prints its port. It is told the files of key and certificate, which are
 * put into the directory, and `args`.
 */
export async function startTlsServer(
  program: string,
  directory: string,
  hosts: readonly string[],
  args: readonly string[],
) {
  const { key, certificate } = createIdentity(hosts);
  const files = { key: join(directory, "key.pem"), certificate: join(directory, "certificate.pem") };
  writeFileSync(files.key, key, { mode: 0o600 });
  writeFileSync(files.certificate, certificate);
  const server = spawn(process.execPath, [program, files.key, files.certificate, ...args], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  if (!server.stdout) throw new Error("the server has no output");
  const [port] = (await once(createInterface(server.stdout), "line")) as [string];
  // The certificate is that of the authority that vouches for it, too.
  return { port, certificate: files.certificate, stop: () => void server.kill() };
}
