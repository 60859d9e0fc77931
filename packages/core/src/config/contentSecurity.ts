import type { Config } from "./config.ts";

const GOOGLE_APIS = [
  "https://identitytoolkit.googleapis.com",
  "https://securetoken.googleapis.com",
  "https://firestore.googleapis.com",
];

/**
 * The Content-Security-Policy header of a deployment: whom the page may talk to, frame and show pictures of.
 * Scripts and styles are not named here: their hashes are known to the build, which puts them into the page's own
 * `<meta>` policy; a browser enforces both. Nothing here follows a redirect, so a sheet needs its own origin only.
 * Source: https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy(config: Config): string {
  const { firebase, sheet, icons, counter } = config;
  const connect = ["'self'", ...(firebase ? GOOGLE_APIS : []), ...origins(sheet)];
  // What the page draws itself, for the picture of a year, has a blob's address.
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
