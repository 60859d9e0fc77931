import { type Config, DailyleetError } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { loadConfig } from "../files/settings.ts";
import { type CommonOptions, examples, jsonOption, optionsOf, type Program } from "../terminal/options.ts";
import { note, oneLine, printJson } from "../terminal/print.ts";

interface LoginOptions extends CommonOptions {
  /** Address of a deployed site whose configuration is taken over. */
  readonly site: string | undefined;
}

export function registerLogin(program: Program, context: Context): void {
  program
    .command("login")
    .summary("sign in with Google")
    .description(
      "Sign in with Google, with a code that you enter on any device. Nothing changes before you have signed in.",
    )
    .argument("[site-address]", "the site to join; needed only once")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(["dailyleet login https://my-project.web.app", "join a site"], ["dailyleet login", "sign in again"]),
    )
    .action((site, _options, command) => runLogin(context, { ...optionsOf(command), site }));
}

async function runLogin(context: Context, options: LoginOptions): Promise<void> {
  const { fetchSite, keepSignIn, signIn } = await import("../parts/cloud.ts");
  const site = options.site === undefined ? null : await fetchSite(context, options.site);
  const config = site === null ? loadConfig(context) : site.config;
  const { uid, email, issuer, refreshToken } = await signIn(context, config);
  await keepSignIn(context, { uid, ...(email !== undefined && { email }), issuer, refreshToken }, site?.text);
  if (options.json) printJson(context, { version: 1, uid, email: email ?? null });
  else context.stdout.write(`Signed in as ${oneLine(email ?? uid)}.\n`);
  await offer(context, config, options);
}

/** The sign-in is done already, whatever becomes of this. Throws `interrupted`. */
async function offer(context: Context, config: Config, { profile, json }: LoginOptions): Promise<void> {
  const { offerLocalData } = await import("../parts/cloud.ts");
  try {
    await offerLocalData(context, config, { mayAsk: !json, ...(profile !== undefined && { profile }) });
  } catch (error) {
    if (!(error instanceof DailyleetError)) throw error;
    if (error.code === "interrupted") {
      throw new DailyleetError("interrupted", "Interrupted; you are signed in, and no ticks were added.");
    }
    note(context, `The ticks on this computer could not be checked: ${error.message}`);
  }
}
