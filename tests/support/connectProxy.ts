import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { createIdentity } from "./certificate.ts";

/**
 * A CONNECT proxy on this computer, as companies have them. It connects every host to local port `port`, unless
 * `refuse` returns another status; 0 gives no answer.
 */
export async function startConnectProxy(port: () => number, refuse: (request: IncomingMessage) => number = () => 200) {
  const asked: { host: string; authorization: string | undefined }[] = [];
  const open = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    asked.push({ host: request.url ?? "", authorization: request.headers["proxy-authorization"] });
    client.on("error", () => {});
    const status = refuse(request);
    if (status === 0) return void client.resume().on("end", () => client.destroy());
    if (status !== 200)
      return void client.end(`HTTP/1.1 ${status} No\r\ncontent-type: text/html\r\n\r\n<h1>SECRET-BODY`);
    const upstream = connect(port(), "localhost", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  server.on("connection", (socket: Socket) => open.add(socket));
  server.listen(0, "localhost");
  await once(server, "listening");
  const stop = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { host: `localhost:${(server.address() as AddressInfo).port}`, asked, open, stop };
}

/** A site in local mode at https://tracker.example. Only a proxy reaches it, and its certificate is not trusted. */
export async function startProxiedSite(directory: string) {
  const { key, certificate } = createIdentity(["tracker.example"]);
  const site = createSecureServer({ key, cert: certificate }, (_, response) => response.end('{"local":true}'));
  site.listen(0, "localhost");
  await once(site, "listening");
  const { host, asked, stop } = await startConnectProxy(() => (site.address() as AddressInfo).port);
  const authority = join(directory, "authority.pem");
  writeFileSync(authority, certificate);
  return {
    env: { HTTPS_PROXY: `http://${host}`, NODE_EXTRA_CA_CERTS: authority },
    asked,
    stop() {
      stop();
      site.closeAllConnections();
      site.close();
    },
  };
}
