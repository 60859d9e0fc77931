import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLI, type CliResult, cliEnvironment } from "../../support/cliProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";

/** The fault of a disk under the commands. `no-permission`: only the top directory cannot be written. */
export type Trouble = { readonly freeKilobytes: number } | "read-only" | "no-permission";

type Command = readonly string[];
type Results<Commands> = { readonly [Index in keyof Commands]: CliResult };

interface Disk<During, After> {
  /** A directory whose content is copied to the disk first; by default the disk is empty. */
  readonly content?: string;
  readonly trouble: Trouble;
  readonly env?: NodeJS.ProcessEnv;
  readonly during: During;
  readonly after: After;
}

interface DiskRun<During, After> {
  readonly during: Results<During>;
  readonly after: Results<After>;
  /** Names and sizes of the files while the disk still has its fault. */
  readonly files: string;
  /** The files that the commands left in the directory for temporary files. */
  readonly leftovers: readonly string[];
}

/** Whether this system lets a process mount a disk that only its children see. */
export function canMount(): boolean {
  return spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", tmpdir()]).status === 0;
}

const SCRIPT = `
set -e
mount -t tmpfs -o size=8m,mode=700 none "$HOME_ON_DISK"
cp -a "$CONTENT/." "$HOME_ON_DISK"
cd "$OUT"
case "$TROUBLE" in
  read-only) mount -o remount,ro "$HOME_ON_DISK" ;;
  no-permission) chmod 500 "$HOME_ON_DISK" ;;
  *)
    cat /dev/zero > "$HOME_ON_DISK/fill" 2>/dev/null || true
    truncate -s "-\${TROUBLE}K" "$HOME_ON_DISK/fill"
    ;;
esac
set +e
# Without the right of root to write everywhere.
setpriv --bounding-set=-all --inh-caps=-all sh "$OUT/during.sh"
(cd "$HOME_ON_DISK" && ls -lAR --time-style=+ . | grep -v -e fill -e ^total) > files
mount -o remount,rw "$HOME_ON_DISK"
chmod 700 "$HOME_ON_DISK"
rm -f "$HOME_ON_DISK/fill"
sh "$OUT/after.sh"
`;

/** Runs commands on a disk in memory that is full or not writable, and then more commands after the fault is over. */
export async function runOnDisk<const During extends readonly Command[], const After extends readonly Command[]>(
  disk: Disk<During, After>,
): Promise<DiskRun<During, After>> {
  const { content, trouble, env = {}, during, after } = disk;
  const out = tempDirectory();
  const [home, empty, temporary] = [join(out, "home"), join(out, "empty"), join(out, "tmp")];
  for (const directory of [home, empty, temporary]) mkdirSync(directory);
  writeFileSync(join(out, "during.sh"), scriptOf("during", during, home));
  writeFileSync(join(out, "after.sh"), scriptOf("after", after, home));
  const places = { HOME_ON_DISK: home, CONTENT: content ?? empty, OUT: out, TMPDIR: temporary };
  const name = typeof trouble === "string" ? trouble : String(trouble.freeKilobytes);
  const child = spawn("unshare", ["-rm", "sh", "-c", SCRIPT], {
    env: { ...cliEnvironment(home, env), ...places, TROUBLE: name },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "close");
  const read = (name: string) => readFileSync(join(out, name), "utf8");
  const results = <Commands extends readonly Command[]>(name: string, commands: Commands) =>
    commands.map((_, index) => ({
      code: Number(read(`${name}.${index}.code`)),
      stdout: read(`${name}.${index}.out`),
      stderr: read(`${name}.${index}.err`),
    })) as Results<Commands>;
  return {
    during: results("during", during),
    after: results("after", after),
    files: read("files"),
    leftovers: readdirSync(temporary),
  };
}

function scriptOf(name: string, commands: readonly Command[], home: string): string {
  return commands
    .map((args, index) => {
      const words = [process.execPath, CLI, ...args].map((word) => `'${word.replace("{home}", home)}'`);
      const file = `${name}.${index}`;
      return `${words.join(" ")} > ${file}.out 2> ${file}.err\necho $? > ${file}.code\n`;
    })
    .join("");
}
