import { LOCAL_PROJECT_ID } from "@dailyleet/core";
import type { Profile } from "../storage/profiles.ts";
import type { TokenSigner } from "./tokens.ts";

export const ID_TOKEN_SECONDS = 3600;
const CREDENTIAL_SECONDS = 300;
const PROVIDER = "google.com";

/** The tokens of a person who is signed in. `authTime`: when they signed in, seconds since the epoch. */
export function issueSession(tokens: TokenSigner, profile: Profile, authTime: number) {
  return {
    idToken: tokens.sign("id", idClaims(profile, authTime), ID_TOKEN_SECONDS),
    refreshToken: tokens.sign("refresh", { sub: profile.uid, auth_time: authTime }, null),
  };
}

/** What the sign-in window hands to the page, and the page to `signInWithIdp`. */
export function issueCredential(tokens: TokenSigner, profile: Profile): string {
  return tokens.sign("credential", { sub: profile.uid }, CREDENTIAL_SECONDS);
}

/** As in Firebase's ID tokens: https://firebase.google.com/docs/rules/rules-and-auth */
function idClaims({ uid, name }: Profile, authTime: number) {
  return {
    iss: `https://securetoken.google.com/${LOCAL_PROJECT_ID}`,
    aud: LOCAL_PROJECT_ID,
    sub: uid,
    user_id: uid,
    name,
    auth_time: authTime,
    firebase: { identities: { [PROVIDER]: [uid] }, sign_in_provider: PROVIDER },
  };
}
