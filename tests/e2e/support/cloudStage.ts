import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type GoogleStandIn, startGoogleStandIn } from "../../cli/support/googleStandIn.ts";
import { useBrowser } from "./browser.ts";
import { type CloudProject, startCloudProject } from "./cloudProject.ts";

export interface CloudStage {
  readonly browser: Browser;
  readonly google: GoogleStandIn;
  readonly project: CloudProject;
}

/** One browser and one Firebase project on the embedded server for all tests of a file. */
export function useCloudStage(): CloudStage {
  const stage = useBrowser() as { -readonly [K in keyof CloudStage]: CloudStage[K] };
  beforeAll(async () => {
    stage.google = await startGoogleStandIn();
    stage.project = await startCloudProject([`http://${stage.google.host}`]);
  });
  afterAll(async () => {
    await stage.project?.stop();
    await stage.google?.stop();
  });
  return stage;
}
