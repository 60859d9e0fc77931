import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLI, type CliResult, cliEnvironment } from "../../support/cliProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";

/** What a disk does to the commands that are run on it. */
export type Trouble = { readonly freeKilobytes: number } | "read-only";

export interface Disk {
  /** A directory whose content the disk holds at the beginning; absent for an empty disk. */
  readonly content?: string;
  readonly trouble: Trouble;
  readonly env?: NodeJS.ProcessEnv;
  /** Run while there is trouble; `{home}` stands for the directory on the disk. */
  readonly during: readonly (readonly string[])[];
  /** Run when it is over. */
  readonly after: readonly (readonly string[])[];
}

export interface DiskRun {
  readonly during: readonly CliResult[];
  readonly after: readonly CliResult[];
  /** Names and sizes of the files, before the trouble was over. */
  readonly files: string;
}

/** Whether this system lets us mount a disk of our own, seen by our children only. */
export function canMount(): boolean {
  return spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", tmpdir()]).status === 0;
}

const SCRIPT = `
set -e
mount -t tmpfs -o size=8m,mode=700 none "$HOME_ON_DISK"
cp -a "$CONTENT/." "$HOME_ON_DISK"
cd "$OUT"
if [ "$FREE" = none ]; then
  mount -o remount,ro "$HOME_ON_DISK"
else
  cat /dev/zero > "$HOME_ON_DISK/fill" 2>/dev/null || true
  truncate -s "-\${FREE}K" "$HOME_ON_DISK/fill"
fi
set +e
sh "$OUT/during.sh"
(cd "$HOME_ON_DISK" && ls -lAR --time-style=+ . | grep -v -e fill -e ^total) > files
mount -o remount,rw "$HOME_ON_DISK"
rm -f "$HOME_ON_DISK/fill"
sh "$OUT/after.sh"
`;

/** Runs commands on a disk in memory that is full or cannot be written, and then again when the trouble is over. */
export async function runOnDisk({ content, trouble, env = {}, during, after }: Disk): Promise<DiskRun> {
  const out = tempDirectory();
  const [home, empty] = [join(out, "home"), join(out, "empty")];
  for (const directory of [home, empty]) mkdirSync(directory);
  writeFileSync(join(out, "during.sh"), scriptOf("during", during, home));
  writeFileSync(join(out, "after.sh"), scriptOf("after", after, home));
  const free = trouble === "read-only" ? "none" : String(trouble.freeKilobytes);
  const child = spawn("unshare", ["-rm", "sh", "-c", SCRIPT], {
    env: { ...cliEnvironment(home, env), HOME_ON_DISK: home, CONTENT: content ?? empty, OUT: out, FREE: free },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "close");
  const read = (name: string) => readFileSync(join(out, name), "utf8");
  const results = (name: string, commands: readonly unknown[]) =>
    commands.map((_, index) => ({
      code: Number(read(`${name}.${index}.code`)),
      stdout: read(`${name}.${index}.out`),
      stderr: read(`${name}.${index}.err`),
    }));
  return { during: results("during", during), after: results("after", after), files: read("files") };
}

function scriptOf(name: string, commands: readonly (readonly string[])[], home: string): string {
  return commands
    .map((args, index) => {
      const words = [process.execPath, CLI, ...args].map((word) => `'${word.replace("{home}", home)}'`);
      const file = `${name}.${index}`;
      return `${words.join(" ")} > ${file}.out 2> ${file}.err\necho $? > ${file}.code\n`;
    })
    .join("");
}
