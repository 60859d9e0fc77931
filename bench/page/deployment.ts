import { readdirSync, readFileSync } from "node:fs";
import { createSecureServer, type Http2ServerRequest } from "node:http2";
import { join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { listProfiles, openDatabase } from "@dailyleet/local";
import { startServer } from "@dailyleet/local/server";
import { type Answer, CLOUD_CONFIG, servicesOf } from "../../tests/e2e/support/googleServices.ts";
import { type Hosted, SITE_DIRECTORY, startHosting } from "../../tests/e2e/support/hosting.ts";

// The site as Firebase Hosting serves it, over TLS and compressed, and Google's services, all at one port of this
// computer: `node deployment.ts KEY CERTIFICATE DATABASE` prints it. Whoever signs in is the database's first profile.

const [keyFile = "", certificateFile = "", databaseFile = ""] = process.argv.slice(2);
const SITE_HOST = CLOUD_CONFIG.firebase.authDomain;
const PLAIN = /\.(jpg|png)$/;
const NOTHING: Answer = { status: 404, headers: {}, body: "" };
/** Each of Google's services lets every page ask. */
const ALLOWED: Answer = {
  status: 204,
  headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "*, authorization" },
  body: "",
};

const database = openDatabase(databaseFile);
const uid = listProfiles(database)[0]?.uid ?? "";
const options = { database, siteDirectory: SITE_DIRECTORY, port: 0, config: {}, trustCredential: () => uid };
const host = `127.0.0.1:${(await startServer(options)).port}`;
const services = servicesOf({
  project: { identityHost: host, firestoreHost: host },
  google: { idToken: (name) => name },
});
const hosting = await startHosting(CLOUD_CONFIG);
// Before anybody asks: a host has its files compressed already, and a visit would be measured beside that work.
const files = new Map<string, Hosted>();
for (const path of pathsOf(SITE_DIRECTORY)) files.set(path, compressed(await hosting.answer(path), path));
await hosting.stop();

const identity = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) };
const server = createSecureServer({ ...identity, allowHTTP1: true }, async (request, response) => {
  const url = new URL(request.url, `https://${request.authority || request.headers.host}`);
  const { status, headers, body } = await answer(url, request);
  response.writeHead(status, headers).end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) console.log(address.port);
});
process.on("disconnect", () => process.exit());

async function answer(url: URL, request: Http2ServerRequest): Promise<Hosted | Answer> {
  if (request.method === "OPTIONS") return ALLOWED;
  if (url.hostname === SITE_HOST && !url.pathname.startsWith("/__")) return files.get(url.pathname) ?? NOTHING;
  const chunks: Buffer[] = await request.toArray();
  const name = url.pathname.split("/").at(-1) ?? "";
  const { authorization } = request.headers;
  const call = { name, method: request.method, url, authorization, body: Buffer.concat(chunks).toString() };
  return services[url.hostname === SITE_HOST ? "" : url.hostname]?.(call) ?? NOTHING;
}

function pathsOf(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  return ["/", "/dailyleet.json", ...names.map((name) => `/${name}`)];
}

function compressed(plain: Hosted, path: string): Hosted {
  if (PLAIN.test(path)) return plain;
  const headers = { ...plain.headers, "content-encoding": "br", vary: "accept-encoding" };
  return { ...plain, headers, body: brotliCompressSync(plain.body) };
}
