import type { Source } from "@dailyleet/core";
import type { Command } from "commander";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { powershellScript } from "./powershell.ts";
import { completionTable } from "./table.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

/** The script that teaches a shell the command table. */
export function completionScript(shell: keyof typeof SCRIPTS, program: Command, sources: readonly Source[]): string {
  return SCRIPTS[shell](completionTable(program, sources));
}
