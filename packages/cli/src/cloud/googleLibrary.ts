/** Separate bundle: slow to load, and only `login` needs it. */
export { OAuth2Client } from "google-auth-library/build/src/auth/oauth2client.js";
