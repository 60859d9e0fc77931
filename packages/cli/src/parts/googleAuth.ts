/** From its own file, because the whole library holds every way of signing a server in at Google. */
export { OAuth2Client } from "google-auth-library/build/src/auth/oauth2client.js";
