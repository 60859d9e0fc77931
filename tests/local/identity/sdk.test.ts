import { listProfiles } from "@dailyleet/local";
import { deleteApp, initializeApp } from "firebase/app";
import {
  type Auth,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithCredential,
} from "firebase/auth";
import { expect, onTestFinished, test } from "vitest";
import { uidOfYou } from "../support/database.ts";
import { getCredential, startTestServer, type TestServer } from "../support/server.ts";

/** An unmodified Firebase SDK that uses the server as its emulator. */
function startSdk({ url }: TestServer): Auth {
  const app = initializeApp({ projectId: "demo-dailyleet", apiKey: "any" }, crypto.randomUUID());
  onTestFinished(() => deleteApp(app));
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, url, { disableWarnings: true });
  return auth;
}

async function signIn(auth: Auth, server: TestServer) {
  const credential = GoogleAuthProvider.credential(await getCredential(server, uidOfYou(server.database)));
  return (await signInWithCredential(auth, credential)).user;
}

test("the Firebase Auth SDK signs in, reads the person and gets fresh tokens", async () => {
  const server = await startTestServer();
  const auth = startSdk(server);
  const user = await signIn(auth, server);
  expect(user).toMatchObject({ uid: uidOfYou(server.database), displayName: "You", isAnonymous: false });
  expect(user.providerData).toMatchObject([{ providerId: "google.com" }]);
  expect((await user.getIdTokenResult()).signInProvider).toBe("google.com");
  expect(await user.getIdToken(true)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await user.reload();
  await auth.signOut();
  expect(auth.currentUser).toBeNull();
});

test("the SDK understands the refusals", async () => {
  const server = await startTestServer();
  const auth = startSdk(server);
  const wrong = signInWithCredential(auth, GoogleAuthProvider.credential("nonsense"));
  await expect(wrong).rejects.toMatchObject({ code: "auth/invalid-credential" });
  const user = await signIn(auth, server);
  server.database.run("DELETE FROM profiles");
  await expect(user.getIdToken(true)).rejects.toMatchObject({ code: "auth/user-token-expired" });
  expect(listProfiles(server.database)).toEqual([]);
});
