/** What cloud mode needs, and with it the client. */
export { openCloudTracker } from "../cloud/cloudTracker.ts";
export { leaveSite } from "../cloud/configFile.ts";
export { allUnsent, keepSignIn, signOut } from "../cloud/keptSignIn.ts";
export { signIn } from "../cloud/login.ts";
export { offerLocalTicks } from "../cloud/offer.ts";
export { fetchSite } from "../cloud/siteConfig.ts";
export { syncCloud } from "../cloud/sync.ts";
