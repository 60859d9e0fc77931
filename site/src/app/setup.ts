import { type Config, type DailyleetError, hasCode } from "@dailyleet/core";
import { atom } from "nanostores";
import { parseStored, readStored, STORED_CONFIG, storeText } from "../ui/stored.ts";
import { http } from "./http.ts";

/** The configuration of this deployment, as far as the page has it. */
export type Setup =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly config: Config }
  /** The page cannot work: it has no sign-in, a part of it was not answered, or the configuration has a fault. */
  | { readonly status: "unusable"; readonly reason: "unconnected" | "unreachable" | DailyleetError };

/** Settings of the calendar. */
export type Settings = Pick<Config, "sources" | "icons" | "dayEndsAt" | "rest">;

const ADDRESS = "/dailyleet.json";
const TIMEOUT_MS = 3_000;
const ABSENT = Symbol("no configuration");
const UNCONNECTED: Setup = { status: "unusable", reason: "unconnected" };

export const $setup = atom<Setup>({ status: "loading" });
export const $settings = atom<Settings>({});

/** Starts with the configuration stored at the last visit, to show the calendar without waiting for a download. */
export function expectSetup(): void {
  const config = parseStored(STORED_CONFIG);
  if (config !== null) adopt(toSetup(config as Config));
}

/**
 * Reads the configuration beside the page; without a network, the stored one. Reloads the page when it differs from the
 * expected one, because the person's ticks may be in another database now.
 */
export async function loadSetup(): Promise<Setup> {
  const expected = $setup.get().status === "ready" ? readStored(STORED_CONFIG) : null;
  const setup = await readSetup();
  if (expected === null || setup.status !== "ready") adopt(setup);
  else if (readStored(STORED_CONFIG) !== expected) location.reload();
  return $setup.get();
}

function adopt(setup: Setup): void {
  $setup.set(setup);
  if (setup.status === "ready") $settings.set(setup.config);
}

const toSetup = (config: Config): Setup =>
  config.local || config.firebase ? { status: "ready", config } : UNCONNECTED;

async function readSetup(): Promise<Setup> {
  try {
    const stored = readStored(STORED_CONFIG);
    // The check is loaded beside the configuration when there will be something to check.
    if (stored === null) import("./configCheck.ts").catch(() => {});
    const text = await download();
    return text === ABSENT ? UNCONNECTED : toSetup(await checkConfig(text ?? stored, stored));
  } catch (error) {
    return { status: "unusable", reason: hasCode(error, "bad-config") ? error : "unreachable" };
  }
}

/** Null without an answer. Some hosts answer a missing file with a page of their own. */
async function download(): Promise<string | typeof ABSENT | null> {
  const call = { method: "GET", url: ADDRESS, server: "this site", timeoutMs: TIMEOUT_MS } as const;
  const response = await http(call).catch(() => null);
  if (response?.status === 404) return ABSENT;
  if (response?.status !== 200) return null;
  return response.body.trimStart().startsWith("<") ? ABSENT : response.body;
}

/** The stored text was valid at an earlier visit: the same text needs no second check, and the chunk is not loaded. */
async function checkConfig(text: string | null, stored: string | null): Promise<Config> {
  if (text === null) throw new Error("no copy");
  if (text === stored) return JSON.parse(text);
  const { parseServedConfig } = await import("./configCheck.ts");
  const config = parseServedConfig(text, "dailyleet.json");
  storeText(STORED_CONFIG, text);
  return config;
}
