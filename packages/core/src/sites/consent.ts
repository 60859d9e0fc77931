import type { SiteKey } from "../ticks/hosts.ts";
import { SITES } from "./sites.ts";

/** What a person consents to by naming an account. `act` completes 'When you …'. */
export function consentText(site: SiteKey, account: string, act: string): string {
  const { asked, note = "" } = SITES[site];
  return `When you ${act}, this computer asks ${asked} for the public list of ${account}. ${note}`.trimEnd();
}
