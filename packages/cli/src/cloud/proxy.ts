import { configError, isLoopback } from "@dailyleet/core";
import type { Env } from "../context.ts";

export interface NamedProxy {
  /** With name and password, which only the proxy may get. */
  readonly url: URL;
  /** Host and port, for messages. */
  readonly host: string;
  readonly variable: string;
}

/**
 * The proxy for a request, chosen as curl and npm do: lower-case variables come first, and HTTP_PROXY also serves https
 * where nothing else is set. Null for this computer and the hosts in NO_PROXY. Throws `bad-config`.
 */
export function proxyFor(target: URL, env: Env): NamedProxy | null {
  if (isLoopback(target.hostname) || isExempt(target, env.no_proxy ?? env.NO_PROXY ?? "")) return null;
  const secure = target.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : [];
  const variable = [...secure, "http_proxy", "HTTP_PROXY"].find((name) => env[name]);
  if (variable === undefined) return null;
  const text = env[variable]?.trim() ?? "";
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url?.hostname && /^https?:$/.test(url.protocol) && isEncoded(url)) return { url, host: url.host, variable };
  // The sentence doesn't show the value, which may hold a password.
  const sentence = `${variable} is not the address of an http or https proxy; set it to one such as http://proxy.example.com:8080, a name and password percent-encoded before '@'.`;
  throw configError(sentence);
}

function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** `list` names hosts, with or without a port; each includes its subdomains. '*' is every host. */
function isExempt(target: URL, list: string): boolean {
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, bracketed, plain, only] = /^(?:\[(.+)\]|(.+?))(?::(\d+))?$/.exec(entry) ?? [];
      const name = isIPv6(entry) ? entry : (bracketed ?? plain ?? "").replace(/^\*?\./, "");
      if (name === "*") return true;
      const isNamed = name !== "" && (host === name || host.endsWith(`.${name}`));
      return isNamed && (only === undefined || isIPv6(entry) || only === port);
    });
}

const isIPv6 = (entry: string) => /^[\da-f:]+:[\da-f:]*:[\da-f:]*$/.test(entry);
