import { type Config, LOCAL_PROJECT_ID } from "@dailyleet/core";
import { CLIENT } from "../../cli/support/googleStandIn.ts";

/** What a deployment's `dailyleet.json` says. The sign-in pages stand on the site's own host, as on Firebase Hosting. */
export const CLOUD_CONFIG = {
  firebase: {
    apiKey: "demo-key",
    authDomain: `${LOCAL_PROJECT_ID}.firebaseapp.com`,
    projectId: LOCAL_PROJECT_ID,
  },
  google: CLIENT,
} satisfies Config;
