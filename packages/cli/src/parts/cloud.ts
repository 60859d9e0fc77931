/** What cloud mode needs, and with it the client. */
export { openCloudTracker } from "../cloud/cloudTracker.ts";
export { keepSignIn } from "../cloud/keptSignIn.ts";
export { signIn } from "../cloud/login.ts";
export { offerLocalData } from "../cloud/offer.ts";
export { fetchSite } from "../cloud/siteConfig.ts";
export { syncCloud } from "../cloud/sync.ts";
export { answerLogout } from "../commands/logout/answer.ts";
