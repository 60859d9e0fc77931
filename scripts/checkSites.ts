// `npm run check:sites [SITE=ACCOUNT...]` asks the real sites, one request each, whether their answers still have the form
// that the readers know. Without arguments those two that are made for programs.
import { createHttp, createSites } from "@dailyleet/client";
import { isAccount, readProblem, readSubmissions, SITE_KEYS, SITES, type SiteKey } from "@dailyleet/core";
import { sitesStandIn } from "../packages/cli/src/cloud/emulators.ts";
import { createNodeNetwork } from "../packages/cli/src/cloud/network.ts";

const USUAL = ["codeforces=tourist", "atcoder=tourist"];
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const { transport } = createNodeNetwork(process.env);
const standIn = sitesStandIn(process.env);
const sites = createSites({ http: createHttp({ transport, wait }), wait, version: "check", standIn });

const KNOWN = "of the known form";
const YEAR_MS = 365 * 86_400_000;

for (const words of process.argv.length > 2 ? process.argv.slice(2) : USUAL) {
  const [name, account] = words.split("=");
  const site = SITE_KEYS.find((key) => key === name);
  if (site === undefined || (account !== undefined && !isAccount(site, account))) {
    throw new Error(`'${words}' is not SITE=ACCOUNT, or the SITE of a problem of the day: ${SITE_KEYS.join(", ")}`);
  }
  await check(site, account);
}

async function check(site: SiteKey, account: string | undefined): Promise<void> {
  const found = account === undefined ? await checkProblem(site) : await checkSubmissions(site, account);
  console.log(`${SITES[site].title}: ${found}`);
  if (found !== KNOWN) process.exitCode = 1;
}

async function checkProblem(site: SiteKey): Promise<string> {
  const found = readProblem(site, await sites.askProblem(site));
  return "kind" in found ? JSON.stringify(found) : KNOWN;
}

async function checkSubmissions(site: SiteKey, account: string): Promise<string> {
  // AtCoder Problems begins there; CodeChef would have a second page.
  const since = Date.now() - (site === "atcoder" ? YEAR_MS : 0);
  const [answer] = await sites.askSubmissions(site, account, since);
  const reading = answer && readSubmissions(site, [answer], account);
  if (reading?.kind !== "found") return JSON.stringify(reading);
  return reading.looked > 0 ? KNOWN : "no row to check; give another account";
}
