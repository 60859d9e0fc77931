import type { SiteConfig } from "./config.ts";

const GOOGLE_APIS = [
  "https://identitytoolkit.googleapis.com",
  "https://securetoken.googleapis.com",
  "https://firestore.googleapis.com",
];

/**
 * The Content-Security-Policy header of a deployment, for all but scripts and styles: the page's own `<meta>` policy
 * has their hashes, and a browser enforces both. The page follows no redirects, so the policy needs only the sheet's
 * own origin. Source: https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy(config: SiteConfig): string {
  const { firebase, sheet, icons, counter } = config;
  const connect = ["'self'", ...(firebase ? GOOGLE_APIS : []), ...origins(sheet)];
  // The page draws the picture of a year, and shows it by a blob URL.
  const images = ["'self'", "blob:", ...origins(icons), ...origins(counter?.photo)];
  const directives = {
    "connect-src": connect,
    "img-src": images,
    "frame-src": firebase ? [`https://${firebase.authDomain}`] : ["'none'"],
    "font-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "media-src": ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(" "))
    .join("; ");
}

function origins(address: string | undefined): string[] {
  const url = address === undefined ? null : URL.parse(address);
  return url ? [`${url.protocol}//${url.host}`] : [];
}

/** The part of `firebase.json` that is used here. Source: https://firebase.google.com/docs/hosting/full-config */
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

/** `firebase.json` with the content security policy of this deployment. */
export function firebaseJsonFor<T extends FirebaseJson>(sample: T, config: SiteConfig): T {
  const value = contentSecurityPolicy(config);
  const headers = sample.hosting.headers.map((entry) => ({
    ...entry,
    headers: entry.headers.map((header) => (header.key === "Content-Security-Policy" ? { ...header, value } : header)),
  }));
  return { ...sample, hosting: { ...sample.hosting, headers } };
}

const SHARE_CARD = /(?<=<meta property="og:image" content=")(?=\/)/;

/** Makes the URL of the page's share card absolute, as https://ogp.me/#metadata requires. */
export function deployedPage(html: string, { firebase }: SiteConfig): string {
  return firebase ? html.replace(SHARE_CARD, `https://${firebase.authDomain}`) : html;
}
