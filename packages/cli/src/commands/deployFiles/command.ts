import type { Context } from "../../context.ts";
import { examples, jsonOption, optionsOf, type Program } from "../../terminal/options.ts";
import type { DeployFilesOptions } from "./write.ts";

export function registerDeployFiles(program: Program, context: Context): void {
  program
    .command("deploy-files")
    .summary("write what a hosting needs")
    .description("Write site, security rules, headers and the deployment guide, for a Firebase project of your own.")
    .argument("<directory>", "where to; its site/dailyleet.json, when there, decides the headers")
    .option("--force", "write over files that are there")
    .addOption(jsonOption())
    .addHelpText("after", examples(["dailyleet deploy-files my-site", "then see my-site/deploy.md"]))
    .action((directory, _options, command) => runDeployFiles(context, { ...optionsOf(command), directory }));
}

async function runDeployFiles(context: Context, options: DeployFilesOptions): Promise<void> {
  const { writeDeployFiles } = await import("../../parts/deployFiles.ts");
  writeDeployFiles(context, options);
}
