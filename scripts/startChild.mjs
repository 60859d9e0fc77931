import { spawn } from "node:child_process";

/** Starts a program and passes SIGTERM on to it: 'kill' and npm send the signal to this process alone. */
export function startChild(command, args, options) {
  const child = spawn(command, args, options);
  const end = () => child.kill();
  process.on("SIGTERM", end);
  child.once("close", () => process.off("SIGTERM", end));
  return child;
}
