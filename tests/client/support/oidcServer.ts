import Provider from "oidc-provider";
import { startHttpServer } from "../../support/httpServer.ts";

/** A certified OpenID provider with a device flow, and a person who uses its pages. */
export interface OidcServer {
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  decide(verificationUrl: string, userCode: string, isAgreed: boolean, login: string): Promise<void>;
  stop(): Promise<void>;
}

const CLIENT_ID = "dailyleet-terminal";
const CLIENT_SECRET = "SECRET-OIDC-CLIENT";

export async function startOidcServer(codeSeconds = 600): Promise<OidcServer> {
  const { server, origin, stop } = await startHttpServer();
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    features: { deviceFlow: { enabled: true } },
    routes: { device_authorization: "/device/code", token: "/token" },
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email"], profile: ["name"] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: `${id}@example.com`, name: id }),
    }),
    cookies: { keys: ["only for this test"] },
    ttl: { DeviceCode: codeSeconds },
  });
  server.on("request", provider.callback());
  return {
    origin,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    decide: walk,
    stop,
  };
}

async function walk(verificationUrl: string, userCode: string, isAgreed: boolean, login: string): Promise<void> {
  const visit = createVisitor();
  let page = await visit(verificationUrl, { user_code: userCode });
  page = await visit(page.url, { ...hiddenFields(page.html), ...(isAgreed ? { confirm: "yes" } : { abort: "yes" }) });
  // The provider's development pages: first the login, then the consent.
  while (isAgreed && page.html.includes('name="prompt"')) {
    page = await visit(formAction(page), { ...hiddenFields(page.html), login, password: "any" });
  }
}

interface Page {
  readonly url: string;
  readonly html: string;
}

/** A minimal browser: it keeps cookies and follows redirects. With fields, it sends a POST after the first GET. */
function createVisitor() {
  const cookies = new Map<string, string>();
  const request = async (url: string, body?: URLSearchParams): Promise<Page> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      headers: { cookie },
      redirect: "manual",
      ...(body && { method: "POST", body }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (name && value !== undefined) cookies.set(name, value);
    }
    const location = response.headers.get("location");
    return location ? request(new URL(location, url).href) : { url, html: await response.text() };
  };
  return async (url: string, fields: Record<string, string>): Promise<Page> => {
    const first = "xsrf" in fields || "prompt" in fields ? null : await request(url);
    return request(url, new URLSearchParams({ ...(first && hiddenFields(first.html)), ...fields }));
  };
}

function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input[^>]*type="hidden"[^>]*>/g);
  const attribute = (input: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? "";
  return Object.fromEntries([...inputs].map(([input]) => [attribute(input, "name"), attribute(input, "value")]));
}

function formAction({ url, html }: Page): string {
  return new URL(/<form[^>]*action="([^"]*)"/.exec(html)?.[1] ?? "", url).href;
}
