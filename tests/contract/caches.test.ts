import "fake-indexeddb/auto";
import { createDocumentCache } from "@dailyleet/local";
import { createCloudCache } from "../../packages/cli/src/cloud/cloud.ts";
import { createDocumentCache as createBrowserCache } from "../../site/src/replica/openReplica.ts";
import { tempDatabase } from "../local/support/database.ts";
import { describeCache } from "./suites/cacheContract.ts";

describeCache("of the terminal", () => createCloudCache(createDocumentCache(tempDatabase()), "ann"));

let people = 0;
describeCache("of the browser", () => createBrowserCache(`ann${people++}`));
