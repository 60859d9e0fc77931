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
    .description("Sign in with Google, with a code that you enter on any device. Until then nothing changes.")
    .argument("[site-address]", "a deployed site to join; not needed again afterwards")
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
    if (!(error instanceof DailyleetError) || error.code === "interrupted") throw error;
    note(context, `The ticks of this computer were not looked at: ${error.message}`);
  }
}
