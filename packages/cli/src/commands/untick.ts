import type { Context } from "../context.ts";
import {
  dateOption,
  examples,
  jsonOption,
  noWaitOption,
  optionsOf,
  type Program,
  SOURCES_HELP,
  waitOption,
} from "../terminal/options.ts";
import { runTick } from "./tick.ts";

export function registerUntick(program: Program, context: Context): void {
  program
    .command("untick")
    .summary("clear a tick")
    .description("Clear ticks: mark sources as untried again.")
    .argument("<source...>", SOURCES_HELP)
    .addOption(dateOption())
    .addOption(waitOption())
    .addOption(noWaitOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        ["dailyleet untick 3", "source 3, today"],
        ["dailyleet untick all", "all five"],
        ["dailyleet untick codechef --date -2", "two days ago"],
      ),
    )
    .action((sources, _options, command) => runTick(context, { ...optionsOf(command), sources, done: false }));
}
