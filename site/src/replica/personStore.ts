import { createLeanFirestore } from "@dailyleet/client";
import { type Config, createLeanPersonStore, LOCAL_PROJECT_ID, type PersonStore } from "@dailyleet/core";
import { http } from "../app/http.ts";
import { knownAccess } from "../app/session.ts";
import { wait } from "../ui/wait.ts";
import { loadedYears } from "./loadedYears.ts";

/** The person's ticks in the deployment's database. */
export function openPersonStore(config: Config, uid: string): PersonStore {
  const projectId = config.local ? LOCAL_PROJECT_ID : config.firebase?.projectId;
  if (projectId === undefined) throw new Error("no project");
  const options = {
    http,
    ...(config.local && { base: location.origin }),
    projectId,
    idToken: async (fresh?: boolean) => (await knownAccess).idToken(uid, fresh),
  };
  return createLeanPersonStore(createLeanFirestore(options), uid, {
    ...loadedYears(options, uid),
    backoff: { wait, random: Math.random },
  });
}
