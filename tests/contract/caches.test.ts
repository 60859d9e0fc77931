import { createDocumentCache } from "@dailyleet/local";
import { createCloudCache } from "../../packages/cli/src/cloud/cloudCache.ts";
import { tempDatabase } from "../local/support/database.ts";
import { describeCache } from "./suites/cacheContract.ts";

describeCache("of the terminal", () => createCloudCache(createDocumentCache(tempDatabase()), "ann"));
