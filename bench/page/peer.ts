import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

export const PEER = "react-calendar-heatmap";
export const PACKAGES = ["react@19", "react-dom@19", PEER, "esbuild"];

const SOURCE = join(import.meta.dirname, "peers", `${PEER}.jsx`);
const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css" };

interface Esbuild {
  build(options: object): Promise<{ outputFiles: readonly { readonly path: string; readonly text: string }[] }>;
}

/** Builds the peer's page for production. Serves it at `/peer`, and a page with only a heading at `/empty`. */
export async function servePeer(installed: string) {
  const { build } = createRequire(join(installed, "package.json"))("esbuild") as Esbuild;
  const { outputFiles } = await build({
    stdin: { contents: readFileSync(SOURCE, "utf8"), resolveDir: installed, loader: "jsx" },
    define: { "process.env.NODE_ENV": '"production"' },
    format: "esm",
    jsx: "automatic",
    bundle: true,
    minify: true,
    write: false,
    outfile: "peer.js",
  });
  const files = new Map(outputFiles.map(({ path, text }) => [`/peer${extname(path)}`, text]));
  files.set("/empty", pageOf("<h1>Daily Coding Problem</h1>"));
  files.set(
    "/peer",
    pageOf(
      '<link rel="stylesheet" href="/peer.css"><div id="root"></div><script type="module" src="/peer.js"></script>',
    ),
  );
  const server = createServer((request, response) => {
    const text = files.get(request.url ?? "");
    response.setHeader("content-type", TYPES[extname(request.url ?? "")] ?? "text/html; charset=utf-8");
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function pageOf(body: string): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>peer</title><body>${body}`;
}
