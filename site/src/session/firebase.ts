import {
  type DailyleetError,
  LOCAL_PROJECT_ID,
  type SiteConfig,
  signInNeeded,
  unavailableError,
} from "@dailyleet/core";
import { type FirebaseApp, initializeApp } from "firebase/app";
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  getAuth,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  signInWithCredential,
  signInWithPopup,
  signOut,
  type User,
  type UserCredential,
} from "firebase/auth";

export interface Person {
  readonly uid: string;
  readonly name: string;
}

export type Access = ReturnType<typeof openAccess>;

/** Missing in the SDK's types. `signInWithPopup` waits for `_initialize` as well, and may open the window too late. */
interface WithResolver extends Auth {
  readonly _popupRedirectResolver?: { _initialize(auth: Auth): Promise<unknown> } | null;
}

/** The SDK's codes for a session that has ended; other faults may be temporary. */
const ENDED = /^auth\/(user-token-expired|user-disabled|user-not-found|invalid-user-token|invalid-refresh-token)$/;
const PERSISTENCE = [indexedDBLocalPersistence, browserLocalPersistence];

export function openAccess(config: SiteConfig) {
  // This object wins over a cookie of the same name, which could send the SDK to another server.
  const defaults = config.authTokenSyncUrl ? { _authTokenSyncURL: config.authTokenSyncUrl } : {};
  Object.assign(globalThis, { __FIREBASE_DEFAULTS__: defaults });
  const project = config.local ? undefined : config.firebase;
  const auth = project
    ? cloudAuth(initializeApp(project), config)
    : localAuth(initializeApp({ apiKey: "local", projectId: LOCAL_PROJECT_ID }));

  return {
    /** Calls back when it is known who is signed in, and whenever that changes. */
    watch(onPerson: (person: Person | null) => void) {
      onAuthStateChanged(auth, (user) => onPerson(user && personOf(user)));
    },

    /** As `GetIdToken`, for this person only. */
    async idToken(uid: string, fresh?: boolean) {
      const user = auth.currentUser;
      if (user?.uid !== uid) throw endedFault();
      return user.getIdToken(fresh).catch((error) => Promise.reject(tokenFault(error)));
    },

    /** Resolves when `withPopup` can open Google's window at once: Google's script is loaded. */
    prepareWindow: async () => void (await (auth as WithResolver)._popupRedirectResolver?._initialize(auth)),
    /** Opens Google's window, so it must be called from a click. */
    withPopup: () => signInWithPopup(auth, googleAccounts()).then(personIn),
    /** With the credential of the local server's sign-in window. */
    withCredential: (credential: string) =>
      signInWithCredential(auth, GoogleAuthProvider.credential(credential)).then(personIn),
    signOut: () => signOut(auth),
  };
}

function cloudAuth(app: FirebaseApp, { authTokenSyncUrl }: SiteConfig): Auth {
  // Only getAuth sends the token to that address.
  if (authTokenSyncUrl) return getAuth(app);
  return initializeAuth(app, { persistence: PERSISTENCE, popupRedirectResolver: browserPopupRedirectResolver });
}

function localAuth(app: FirebaseApp): Auth {
  const auth = initializeAuth(app, { persistence: PERSISTENCE });
  connectAuthEmulator(auth, location.origin, { disableWarnings: true });
  return auth;
}

/** Google's window asks for the account, even in a browser that is signed in to only one. */
function googleAccounts(): GoogleAuthProvider {
  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: "select_account" });
  return provider;
}

const personIn = ({ user }: UserCredential): Person => personOf(user);
const personOf = ({ uid, displayName, email }: User): Person => ({ uid, name: displayName ?? email ?? "" });

function tokenFault(error: { readonly code?: unknown }): DailyleetError {
  return ENDED.test(String(error.code))
    ? endedFault()
    : unavailableError("The sign-in service didn't answer; check your connection and try again.");
}

const endedFault = () => signInNeeded("You are signed out; sign in again.");
