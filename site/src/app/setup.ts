import { type Config, type DailyleetError, hasCode } from "@dailyleet/core";
import { atom } from "nanostores";
import { CONFIG_COPY, keepCopy, parseCopy, readCopy } from "../ui/localCopy.ts";
import { http } from "./http.ts";

/** What the page knows of its deployment. */
export type Setup =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly config: Config }
  /** The page cannot work: it has no sign-in, a part of it was not answered, or the configuration has a fault. */
  | { readonly status: "unusable"; readonly reason: "unconnected" | "unreachable" | DailyleetError };

/** How the five columns differ from the usual ones. */
export type Look = Pick<Config, "sources" | "icons">;

const ADDRESS = "/dailyleet.json";
const TIMEOUT_MS = 3_000;
const ABSENT = Symbol("no configuration");
const UNCONNECTED: Setup = { status: "unusable", reason: "unconnected" };

export const $setup = atom<Setup>({ status: "loading" });
export const $look = atom<Look>({});

/** Begins with the configuration of the last visit, if it was kept: a part of the page need not wait for the other. */
export function expectSetup(): void {
  const config = parseCopy(CONFIG_COPY);
  if (config !== null) adopt(toSetup(config as Config));
}

/**
 * Reads the configuration that stands beside the page; without network, the copy of the last visit. The page begins
 * anew where it is another one: the person's ticks may be elsewhere now.
 */
export async function loadSetup(): Promise<Setup> {
  const expected = $setup.get().status === "ready" ? readCopy(CONFIG_COPY) : null;
  const setup = await readSetup();
  if (expected === null || setup.status !== "ready") adopt(setup);
  else if (readCopy(CONFIG_COPY) !== expected) location.reload();
  return $setup.get();
}

function adopt(setup: Setup): void {
  $setup.set(setup);
  if (setup.status === "ready" && (setup.config.sources || setup.config.icons)) $look.set(setup.config);
}

const toSetup = (config: Config): Setup =>
  config.local || config.firebase ? { status: "ready", config } : UNCONNECTED;

async function readSetup(): Promise<Setup> {
  try {
    const text = await download();
    const kept = readCopy(CONFIG_COPY);
    return text === ABSENT ? UNCONNECTED : toSetup(await checkConfig(text ?? kept, kept));
  } catch (error) {
    return { status: "unusable", reason: hasCode(error, "bad-config") ? error : "unreachable" };
  }
}

/** Null where no answer came. A host may answer with a page of its own for a file that is not there. */
async function download(): Promise<string | typeof ABSENT | null> {
  const call = { method: "GET", url: ADDRESS, server: "this site", timeoutMs: TIMEOUT_MS } as const;
  const response = await http(call).catch(() => null);
  if (response?.status === 404) return ABSENT;
  if (response?.status !== 200) return null;
  return response.body.trimStart().startsWith("<") ? ABSENT : response.body;
}

/** A text that was found good on an earlier visit needs no second check, and the check need not be loaded. */
async function checkConfig(text: string | null, kept: string | null): Promise<Config> {
  if (text === null) throw new Error("no copy");
  if (text === kept) return JSON.parse(text);
  const { parseServedConfig } = await import("./configCheck.ts");
  const config = parseServedConfig(text, "dailyleet.json");
  keepCopy(CONFIG_COPY, text);
  return config;
}
