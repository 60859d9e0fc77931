/** What cloud mode needs, and with it the client. */
export { openCloudTracker } from "../cloud/cloudTracker.ts";
export { keepSignIn, signOut } from "../cloud/keptSignIn.ts";
export { signIn } from "../cloud/login.ts";
export { offerLocalTicks } from "../cloud/offer.ts";
export { joinSite } from "../cloud/siteConfig.ts";
export { syncCloud } from "../cloud/sync.ts";
