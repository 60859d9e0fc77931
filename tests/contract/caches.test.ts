import "fake-indexeddb/auto";
import { createCloudCache } from "../../packages/cli/src/tracker/cloudTracker.ts";
import { createDocumentCache } from "../../site/src/replica/openReplica.ts";
import { tempDatabase } from "../local/support/database.ts";
import { describeCache } from "./suites/cacheContract.ts";

describeCache("of the terminal", () => createCloudCache(tempDatabase(), "ann"));

let people = 0;
describeCache("of the browser", () => createDocumentCache(`ann${people++}`));
