import type { Config } from "@dailyleet/core";

/** Sent with every answer. */
export const COMMON_HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
};

/**
 * The policy for the site's pages: everything that only a deployment knows. Scripts and styles are covered by the
 * page's own `<meta>` policy, which has the hashes of what is inlined; a `default-src` here would forbid those.
 */
export function sitePolicy(config: Config): string {
  const images = [config.icons, config.counter?.photo].flatMap(originOf);
  const directives = {
    "connect-src": ["'self'", ...sheetOrigins(config.sheet)],
    "img-src": ["'self'", "data:", ...images],
    "font-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "media-src": ["'none'"],
    "frame-src": ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(" "))
    .join("; ");
}

/** Google answers a sheet from another host of its own. */
function sheetOrigins(sheet: string | undefined): string[] {
  const origins = originOf(sheet);
  return origins.includes("https://docs.google.com") ? [...origins, "https://*.googleusercontent.com"] : origins;
}

/** None for a path of the site itself. */
function originOf(address: string | undefined): string[] {
  const url = address === undefined ? null : URL.parse(address);
  return url ? [url.origin] : [];
}
