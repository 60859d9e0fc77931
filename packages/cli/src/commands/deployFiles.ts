import type { Context } from "../context.ts";
import { addVerb, JSON_OPTION, optionsOf, type Program } from "../terminal/options.ts";

export function registerDeployFiles(program: Program, context: Context): void {
  addVerb(program, "deploy-files", {
    summary: "write the files for deploying your own site",
    description: "Write the files for deploying your own site to Firebase: page, security rules, headers and a guide.",
    examples: { "dailyleet deploy-files my-site": "then see my-site/deploy.md" },
  })
    .argument("<directory>", "where to; a site/dailyleet.json in it sets the headers")
    .option("--force", "overwrite files that are there")
    .addOption(JSON_OPTION)
    .action(async (directory, _options, command) =>
      (await import("./deployFiles/write.ts")).runDeployFiles(context, { ...optionsOf(command), directory }),
    );
}
