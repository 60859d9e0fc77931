// `npm run check:sites [SITE=ACCOUNT...]` asks the real sites, one request each, whether their answers still have the form
// that the readers know. Without arguments those two that are made for programs.
import { createHttp, createSites } from "@dailyleet/client";
import {
  isAccount,
  isDailySite,
  isFault,
  problemQuery,
  readSite,
  SITE_KEYS,
  SITES,
  type SiteKey,
  submissionsQuery,
} from "@dailyleet/core";
import { sitesStandIn } from "../packages/cli/src/cloud/emulators.ts";
import { createNodeNetwork } from "../packages/cli/src/cloud/network.ts";

const USUAL = ["codeforces=tourist", "atcoder=tourist"];
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const { transport } = createNodeNetwork(process.env);
const standIn = sitesStandIn(process.env);
const ask = createSites({ http: createHttp({ transport, wait }), wait, version: "check", standIn });

const KNOWN = "of the known form";
const YEAR_MS = 365 * 86_400_000;

for (const words of process.argv.length > 2 ? process.argv.slice(2) : USUAL) {
  const [name, account] = words.split("=");
  const site = readSite(name);
  const found = site === null ? null : await (account === undefined ? checkProblem(site) : checkList(site, account));
  if (site === null || found === null) {
    throw new Error(`'${words}' is not SITE=ACCOUNT, or the SITE of a problem of the day: ${SITE_KEYS.join(", ")}`);
  }
  console.log(`${SITES[site].title}: ${found}`);
  if (found !== KNOWN) process.exitCode = 1;
}

/** Null for a site without a problem of the day. */
async function checkProblem(site: SiteKey): Promise<string | null> {
  if (!isDailySite(site)) return null;
  const query = problemQuery(site);
  const found = query.read(await ask(query));
  return isFault(found) ? JSON.stringify(found) : KNOWN;
}

/** Null for a name that the site does not allow. */
async function checkList(site: SiteKey, account: string): Promise<string | null> {
  if (!isAccount(site, account)) return null;
  const query = submissionsQuery(site, account, Date.now() - YEAR_MS);
  const found = query.read(await ask({ ...query, next: (answers) => (answers.length > 0 ? null : query.next([])) }));
  if (isFault(found)) return JSON.stringify(found);
  return found.looked > 0 ? KNOWN : "no row to check; give another account";
}
