import type { Context } from "../context.ts";
import { loadConfig } from "../files/directories.ts";
import { addVerb, type CommonOptions, OPTION, optionsOf, type Program } from "../terminal/options.ts";
import { note, oneLine, printJson, writeText } from "../terminal/output.ts";
import { withTracker } from "../tracker/openTracker.ts";

export function registerLogin(program: Program, context: Context): void {
  addVerb(program, "login", {
    summary: "sign in with Google",
    description:
      "Sign in with Google, with a code that you enter on any device. Nothing changes before you have signed in.",
    examples: { "dailyleet login https://my-project.web.app": "join a site", "dailyleet login": "sign in again" },
  })
    .argument("[site-address]", "the site to join; needed only once")
    .addOption(OPTION.json)
    .action(async (site, _options, command) =>
      (await import("../cloud/login.ts")).answerLogin(context, { ...optionsOf(command), site }),
    );
}

export function registerLogout(program: Program, context: Context): void {
  addVerb(program, "logout", {
    summary: "sign out",
    description: "Sign out on this computer; changes that are not sent yet are kept.",
    examples: { "dailyleet logout": "sign out", "dailyleet logout --leave": "and go back to local mode" },
  })
    .option("--leave", "leave the site, too: back to local mode and this computer's own ticks")
    .option("--yes", "leave even if changes are not sent yet")
    .addOption(OPTION.json)
    .action(async (_options, command) =>
      (await import("../cloud/logout.ts")).answerLogout(context, optionsOf(command)),
    );
}

export function registerWhoami(program: Program, context: Context): void {
  addVerb(program, "whoami", {
    summary: "show the active profile or account",
    description: "Show the active profile or account.",
    examples: { "dailyleet whoami": "You, or your e-mail address" },
  })
    .addOption(OPTION.json)
    .action((_options, command) => runWhoami(context, optionsOf(command)));
}

async function runWhoami(context: Context, options: CommonOptions): Promise<void> {
  const config = loadConfig(context);
  const person = await withTracker(context, config, options, async ({ person }) => person);
  const mode = config.firebase ? "cloud" : "local";
  if (options.json) printJson(context, { version: 1, mode, ...person });
  else writeText(context.stdout, `${oneLine(person.name)}\n`);
}

export function registerSync(program: Program, context: Context): void {
  addVerb(program, "sync", {
    summary: "send unsent changes",
    description: "Send changes that are only on this computer, and try refused ones again.",
    examples: { "dailyleet sync": "after working offline" },
  })
    .addOption(OPTION.json)
    .action((_options, command) => runSync(context, optionsOf(command)));
}

async function runSync(context: Context, options: CommonOptions): Promise<void> {
  const config = loadConfig(context);
  const isLocal = config.firebase === undefined;
  if (isLocal) note(context, "Nothing to send: in local mode every change is saved at once.");
  const { sent, waiting, refused, error } = isLocal
    ? { sent: 0, waiting: 0, refused: 0, error: null }
    : await (await import("../cloud/cloudTracker.ts")).syncCloud(context, config);
  if (options.json) printJson(context, { version: 1, sent, waiting, refused });
  else writeText(context.stdout, `${sent} sent, ${waiting} waiting, ${refused} refused\n`);
  if (error) throw error;
}

export function registerDeployFiles(program: Program, context: Context): void {
  addVerb(program, "deploy-files", {
    summary: "write the files for deploying your own site",
    description: "Write the files for deploying your own site to Firebase: page, security rules, headers and a guide.",
    examples: { "dailyleet deploy-files my-site": "then see my-site/deploy.md" },
  })
    .argument("<directory>", "where to; a site/dailyleet.json in it sets the headers")
    .option("--force", "overwrite files that are there")
    .addOption(OPTION.json)
    .action(async (directory, _options, command) =>
      (await import("./deployFiles.ts")).runDeployFiles(context, { ...optionsOf(command), directory }),
    );
}
