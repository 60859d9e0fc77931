import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { CLI, cliEnvironment } from "../../support/cliProcess.ts";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
if (!hasTmux) console.warn("\n*** SKIPPED: what needs a real terminal. tmux is not installed.\n");
export const describeInTmux = describe.skipIf(!hasTmux);
let servers = 0;

/**
 * A shell that is not interactive: an interactive one would restore the terminal's modes itself. After a line of input
 * a stopped command continues.
 */
const SCRIPT = `
set -m
echo BEFORE
stty -g > before
set -- sh -c 'echo $$ > pid; exec "$0" "$@"' "$NODE" "$CLI" "$@"
"$@"
code=$?
next() {
  [ $code -gt 146 ] || return
  [ "$(stty -g)" = "$(cat before)" ] && echo "stopped, with the modes as before"
  stty "$(cat before)"
  read -r line
  echo "read $line"
  fg
  code=$?
  next
}
next
echo "ended with $code"
stty -g > after
echo > left
read -r line
echo "read $line"
exec sleep 600
`;

/**
 * A tmux window of this size that runs the built program on the data in `home`, by default its full screen. It closes
 * when the test ends.
 */
export function openTerminal(
  home: string,
  columns: number,
  rows: number,
  extra: NodeJS.ProcessEnv = {},
  args: readonly string[] = ["ui"],
) {
  servers++;
  const server = `dailyleet-${process.pid}-${servers}`;
  const tmux = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync("tmux", ["-L", server, "-f", "/dev/null", ...args], {
      cwd: home,
      env: cliEnvironment(home, { LANG: "C.UTF-8", NODE: process.execPath, CLI, ...extra }),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`tmux ${args[0]}: ${stderr}`);
    return stdout;
  };
  const size = ["-x", String(columns), "-y", String(rows)];
  tmux("new-session", "-d", "-s", "t", ...size, "bash", "-c", SCRIPT, "bash", ...args);
  onTestFinished(() => void tmux("kill-server"));
  const screen = () => tmux("capture-pane", "-p", "-t", "t").trimEnd();
  const read = (file: string) => readFileSync(join(home, file), "utf8");
  return {
    /** The visible text, without the empty rows at the end. */
    screen,
    colors: () => tmux("capture-pane", "-p", "-e", "-t", "t"),
    async until(fact: (screen: string) => boolean) {
      // Each look starts a process.
      await expect.poll(() => fact(screen()) || screen(), { interval: 150 }).toBe(true);
      return screen();
    },
    type: (...keys: string[]) => tmux("send-keys", "-t", "t", ...keys),
    resize: (x: number, y: number) => tmux("resize-window", "-t", "t", "-x", String(x), "-y", String(y)),
    kill: (signal: NodeJS.Signals) => process.kill(Number(read("pid")), signal),
    /** The program's exit code, and the modes that it should have restored in the terminal. */
    async left() {
      await expect.poll(() => existsSync(join(home, "left"))).toBe(true);
      const flag = (name: string) => tmux("display-message", "-p", "-t", "t", `#{${name}}`).trim() === "1";
      return {
        code: Number(/ended with (\d+)/.exec(screen())?.[1]),
        screen: screen(),
        isAlternate: flag("alternate_on"),
        hasCursor: flag("cursor_flag"),
        sameModes: read("before") === read("after"),
      };
    },
  };
}
