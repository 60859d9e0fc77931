import type { Config } from "./config.ts";
import { contentSecurityPolicy } from "./contentSecurity.ts";

/** The used part of `firebase.json`. Source: https://firebase.google.com/docs/hosting/full-config */
interface FirebaseJson {
  readonly hosting: {
    /** The directory of the site. */
    readonly public: string;
    readonly headers: readonly {
      readonly source: string;
      readonly headers: readonly { readonly key: string; readonly value: string }[];
    }[];
  };
}

/** `firebase.json` with the content security policy of one deployment in place of the sample's. */
export function firebaseJsonFor<T extends FirebaseJson>(sample: T, config: Config): T {
  const policy = contentSecurityPolicy(config);
  const headers = sample.hosting.headers.map((entry) => ({
    ...entry,
    headers: entry.headers.map((header) =>
      header.key === "Content-Security-Policy" ? { ...header, value: policy } : header,
    ),
  }));
  return { ...sample, hosting: { ...sample.hosting, headers } };
}
