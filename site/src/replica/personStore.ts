import { createFirestoreWithoutList, type FirestoreOptions } from "@dailyleet/client";
import {
  type Closing,
  type Config,
  createPersonStoreWith,
  DailyleetError,
  LOCAL_PROJECT_ID,
  type PersonStore,
  type Reading,
} from "@dailyleet/core";
import { http } from "../app/http.ts";
import { access } from "../app/session.ts";
import { wait } from "../ui/wait.ts";

/** The local server answers or is not there: the replica tries again, and the status says 'offline' until then. */
const httpOnce: typeof http = (call) => http({ ...call, retry: false });

/** The person's documents in the deployment's database, for a configuration that is ready: it names a project or is local. */
export function openPersonStore(config: Config, uid: string): PersonStore {
  const projectId = config.local ? LOCAL_PROJECT_ID : (config.firebase?.projectId ?? "");
  const options = {
    http,
    ...(config.local && { http: httpOnce, base: location.origin }),
    projectId,
    idToken: async (fresh?: boolean) => (await access).idToken(uid, fresh),
  };
  return createPersonStoreWith(createFirestoreWithoutList(options), uid, {
    ...otherYears(options, uid),
    backoff: { wait, random: Math.random },
  });
}

/** Closing a year and reading earlier ones: rare, and therefore a chunk of its own. */
function otherYears(options: FirestoreOptions, uid: string): { closing: Closing; reading: Reading } {
  let reading: Reading | undefined;
  return {
    closing: async (...args) => (await load()).closeYear(...args),
    async reading(...args) {
      const { createDocumentList, createReading } = await load();
      reading ??= createReading(createDocumentList(options), uid);
      return reading(...args);
    },
  };
}

async function load() {
  return import("./otherYears.ts").catch((cause) => {
    throw new DailyleetError("unavailable", "Other years didn't load; reload the page.", {
      cause,
    });
  });
}
