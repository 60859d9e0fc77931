import { type Config, type DailyleetError, hasCode } from "@dailyleet/core";
import { atom } from "nanostores";
import { http } from "../lib/http.ts";
import { KEPT_CONFIG, keep, readKept } from "../lib/kept.ts";

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

/** Reads the configuration that stands beside the page; without network, the copy of the last visit. */
export async function loadSetup(): Promise<Setup> {
  const setup = await readSetup();
  $setup.set(setup);
  if (setup.status === "ready" && (setup.config.sources || setup.config.icons)) $look.set(setup.config);
  return setup;
}

async function readSetup(): Promise<Setup> {
  try {
    const [text, kept] = await Promise.all([download(), readKept(KEPT_CONFIG)]);
    if (text === ABSENT) return UNCONNECTED;
    const config = await checkConfig(text ?? kept, kept);
    return config.local || config.firebase ? { status: "ready", config } : UNCONNECTED;
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
async function checkConfig(text: unknown, kept: unknown): Promise<Config> {
  if (typeof text !== "string") throw new Error("no copy");
  if (text === kept) return JSON.parse(text);
  const { parseServedConfig } = await import("../lib/configCheck.ts");
  const config = parseServedConfig(text, "dailyleet.json");
  void keep(KEPT_CONFIG, text);
  return config;
}
