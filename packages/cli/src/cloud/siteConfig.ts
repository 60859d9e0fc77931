import { dirname } from "node:path";
import { createHttp, type Http } from "@dailyleet/client";
import { type Config, DailyleetError, isLoopback, parseServedConfig, webLink } from "@dailyleet/core";
import type { Context } from "../context.ts";
import { placesOf } from "../directories.ts";
import { note } from "../print.ts";
import { makePrivateDirectory, readText, writeNamed, writePrivate } from "../storage/files.ts";

const FILE = "dailyleet.json";

/**
 * Takes over the configuration of a deployed site. One that was there before and says something else is kept
 * beside it. Throws `usage`, `bad-config`, `unavailable` and `storage`; then nothing was written.
 */
export async function joinSite(context: Context, address: string): Promise<Config> {
  const url = configAddress(address);
  const http = createHttp(context);
  const text = await download(http, url);
  const config = parseServedConfig(text, url.href);
  if (config.local || config.firebase === undefined || config.google === undefined) throw notJoinable(url, config);
  keep(context, text);
  return config;
}

/** `dailyleet.json` beside the page. */
function configAddress(address: string): URL {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  const link = webLink(text);
  const url = link && new URL(link.href);
  if (url === null || (url.protocol === "http:" && !isLoopback(url.hostname))) {
    throw new DailyleetError(
      "usage",
      `'${address}' is not the address of a site; give an https address such as https://my-project.web.app.`,
    );
  }
  return new URL(FILE, new URL(url.pathname.replace(/[^/]*$/, ""), url));
}

async function download(http: Http, url: URL): Promise<string> {
  const { status, body } = await http({ method: "GET", url: url.href, server: url.host, retry: true });
  if (status === 200) return body;
  throw new DailyleetError(
    "bad-config",
    `${url.href} answered ${status}; give the address at which the site opens in the browser.`,
  );
}

function notJoinable({ host }: URL, { local, firebase }: Config): DailyleetError {
  const fault = local
    ? `The site at ${host} belongs to the local mode of a computer`
    : `The configuration of ${host} has no '${firebase ? "google" : "firebase"}' section`;
  return new DailyleetError("bad-config", `${fault}, so nobody can sign in to it from here; ask whoever runs it.`);
}

function keep(context: Context, text: string): void {
  const { configFile } = placesOf(context);
  const before = readText(configFile);
  if (before === text) return;
  makePrivateDirectory(dirname(configFile));
  if (before !== null) {
    writePrivate(`${configFile}.before`, before);
    note(context, `The configuration that was here is kept as ${configFile}.before.`);
  }
  writeNamed(configFile, text);
}
