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
import {
  connectFirestoreEmulator,
  doc,
  getDoc,
  getFirestore,
  setDoc,
  setLogLevel,
  updateDoc,
} from "firebase/firestore/lite";
import { expect, onTestFinished, test } from "vitest";
import { uidOfYou } from "../support/database.ts";
import { getCredential, startTestServer, type TestServer } from "../support/server.ts";

// Refusals are part of these tests; the SDK would print them.
setLogLevel("silent");

/** An unmodified Firebase SDK that takes the server for its emulators. */
function startSdk({ url, port }: TestServer) {
  const app = initializeApp({ projectId: "demo-dailyleet", apiKey: "any" }, crypto.randomUUID());
  onTestFinished(() => deleteApp(app));
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, url, { disableWarnings: true });
  const firestore = getFirestore(app);
  connectFirestoreEmulator(firestore, "localhost", port);
  return { auth, firestore };
}

async function signIn(auth: Auth, server: TestServer) {
  const credential = GoogleAuthProvider.credential(await getCredential(server, uidOfYou(server.database)));
  return (await signInWithCredential(auth, credential)).user;
}

test("the Firebase Auth SDK signs in, reads the person and gets fresh tokens", async () => {
  const server = await startTestServer();
  const { auth } = startSdk(server);
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
  const { auth } = startSdk(server);
  const wrong = signInWithCredential(auth, GoogleAuthProvider.credential("nonsense"));
  await expect(wrong).rejects.toMatchObject({ code: "auth/invalid-credential" });
  const user = await signIn(auth, server);
  server.database.run("DELETE FROM profiles");
  await expect(user.getIdToken(true)).rejects.toMatchObject({ code: "auth/user-token-expired" });
  expect(listProfiles(server.database)).toEqual([]);
});

test("Firestore's lite SDK reads and writes the person's document, and nobody else's", async () => {
  const server = await startTestServer();
  const { auth, firestore } = startSdk(server);
  const { uid } = await signIn(auth, server);
  const own = doc(firestore, "dailyleet", "v1", "data", uid);
  expect((await getDoc(own)).exists()).toBe(false);
  await setDoc(own, { 12: { 3: true } }, { merge: true });
  await updateDoc(own, { 13: { 1: false } });
  expect((await getDoc(own)).data()).toEqual({ 12: { 3: true }, 13: { 1: false } });
  await expect(setDoc(own, {})).rejects.toMatchObject({ code: "permission-denied" });
  const foreign = doc(firestore, "dailyleet", "v1", "data", "somebody-else");
  await expect(getDoc(foreign)).rejects.toMatchObject({ code: "permission-denied" });
});
