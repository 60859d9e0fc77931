// `npm run check:sites [SITE=ACCOUNT...]` asks each real site once and checks that our readers still understand the
// answer. Without arguments it asks the two sites whose interfaces are made for programs.
import { createHttp, createJudges } from "@dailyleet/client";
import {
  isAccount,
  isDailyJudge,
  isFault,
  JUDGE_KEYS,
  JUDGES,
  type JudgeKey,
  problemQuery,
  readJudge,
  submissionsQuery,
} from "@dailyleet/core";
import { judgesStandIn } from "../packages/cli/src/cloud/emulators.ts";
import { createNodeNetwork } from "../packages/cli/src/cloud/network.ts";

const USUAL = ["codeforces=tourist", "atcoder=tourist"];
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const { transport } = createNodeNetwork(process.env);
const standIn = judgesStandIn(process.env);
const ask = createJudges({ http: createHttp({ transport, wait }), wait, version: "check", standIn });

const KNOWN = "of the known form";
const YEAR_MS = 365 * 86_400_000;

for (const words of process.argv.length > 2 ? process.argv.slice(2) : USUAL) {
  const [name, account] = words.split("=");
  const judge = readJudge(name);
  const found = judge === null ? null : await (account === undefined ? checkProblem(judge) : checkList(judge, account));
  if (judge === null || found === null) {
    throw new Error(`'${words}' is not SITE=ACCOUNT, or the SITE of a problem of the day: ${JUDGE_KEYS.join(", ")}`);
  }
  console.log(`${JUDGES[judge].title}: ${found}`);
  if (found !== KNOWN) process.exitCode = 1;
}

/** Null for a site without a problem of the day. */
async function checkProblem(judge: JudgeKey): Promise<string | null> {
  if (!isDailyJudge(judge)) return null;
  const query = problemQuery(judge);
  const found = query.read(await ask(query));
  return isFault(found) ? JSON.stringify(found) : KNOWN;
}

/** Null for a name that the site does not allow. */
async function checkList(judge: JudgeKey, account: string): Promise<string | null> {
  if (!isAccount(judge, account)) return null;
  const query = submissionsQuery(judge, account, Date.now() - YEAR_MS);
  const found = query.read(await ask({ ...query, next: (answers) => (answers.length > 0 ? null : query.next([])) }));
  if (isFault(found)) return JSON.stringify(found);
  return found.looked > 0 ? KNOWN : "no row to check; give another account";
}
