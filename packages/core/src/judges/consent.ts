import type { JudgeKey } from "../ticks/hosts.ts";
import { JUDGES } from "./judges.ts";

/** What a person consents to by naming an account. `act` completes 'When you …'. */
export function consentText(judge: JudgeKey, account: string, act: string): string {
  const { asked, note = "" } = JUDGES[judge];
  return `When you ${act}, this computer asks ${asked} for the public list of ${account}. ${note}`.trimEnd();
}
