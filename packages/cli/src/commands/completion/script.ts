import type { Program } from "../../terminal/options.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import type { KnownValues } from "./knownValues.ts";
import { placesOf } from "./places.ts";
import { powershellScript } from "./powershell.ts";
import { completionTable } from "./table.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

/** The script that teaches a shell the command table. */
export function completionScript(shell: keyof typeof SCRIPTS, program: Program, known: KnownValues): string {
  return SCRIPTS[shell](completionTable(program, placesOf(known)));
}
