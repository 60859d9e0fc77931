import { type Config, type DailyleetError, hasCode, type SiteConfig } from "@dailyleet/core";
import { atom } from "nanostores";
import { parseStored, readStored, STORED_CONFIG, storeText } from "../ui/stored.ts";
import { http } from "./http.ts";
import { isSiteConfig } from "./siteConfig.ts";

/** The page cannot work: it has no sign-in, a part of it did not load, or the configuration has a fault. */
export interface Unusable {
  readonly status: "unusable";
  readonly reason: "unconnected" | "unreachable" | DailyleetError;
}

/** Whether `$siteConfig` is this deployment's. */
export type Setup = { readonly status: "loading" | "ready" } | Unusable;

const ADDRESS = "/dailyleet.json";
const TIMEOUT_MS = 3_000;
const ABSENT = Symbol("no configuration");
const UNCONNECTED: Unusable = { status: "unusable", reason: "unconnected" };

export const $setup = atom<Setup>({ status: "loading" });
export const $siteConfig = atom<SiteConfig>({});
/** The site's configuration with the person's settings; the connection keeps it up to date. */
export const $config = atom<Config>({ sources: [], unusable: [] });

/** Starts with the configuration stored at the last visit, to show the calendar without waiting for a download. */
export function restoreSetup(): void {
  const config = parseStored(STORED_CONFIG);
  if (config !== null) adopt(checkUsable(config as SiteConfig));
}

/**
 * Reads the configuration beside the page; without a network, the stored one. Reloads the page when it differs from the
 * expected one, because the person's ticks may be in another database now.
 */
export async function loadSetup(): Promise<Setup> {
  const expected = $setup.get().status === "ready" ? readStored(STORED_CONFIG) : null;
  const found = await readConfig();
  if (expected === null || "reason" in found) adopt(found);
  else if (readStored(STORED_CONFIG) !== expected) location.reload();
  return $setup.get();
}

/** Reads the configuration again, in case somebody has mended its fault. */
export async function refreshSetup(): Promise<void> {
  const found = await readConfig();
  if (!("reason" in found)) adopt(found);
}

function adopt(found: SiteConfig | Unusable): void {
  const isUsable = !("reason" in found);
  if (isUsable) $siteConfig.set(found);
  $setup.set(isUsable ? { status: "ready" } : found);
}

const checkUsable = (config: SiteConfig) => (config.local || config.firebase ? config : UNCONNECTED);

async function readConfig(): Promise<SiteConfig | Unusable> {
  try {
    const stored = readStored(STORED_CONFIG);
    // Load the check in parallel: a first configuration needs it.
    if (stored === null) import("./configCheck.ts").catch(() => {});
    const text = await download();
    // Keep the stored configuration when a portal, a filter or a busy host answers in place of the deployment.
    if (stored !== null && (typeof text !== "string" || !isSiteConfig(text))) return checkUsable(JSON.parse(stored));
    return text === ABSENT ? UNCONNECTED : checkUsable(await checkConfig(text, stored));
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

/** Parses the text, and checks it unless it equals the stored text, which an earlier visit has checked. */
async function checkConfig(text: string | null, stored: string | null): Promise<SiteConfig> {
  if (text === null) throw new Error("no copy");
  if (text === stored) return JSON.parse(text);
  const { parseServedConfig } = await import("./configCheck.ts");
  const config = parseServedConfig(text, "dailyleet.json");
  storeText(STORED_CONFIG, text);
  return config;
}
