import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export const PEERS = ["react-calendar-heatmap", "react-activity-calendar"] as const;
export const PACKAGES = ["react@19", "react-dom@19", ...PEERS, "esbuild"];

const SOURCES = join(import.meta.dirname, "peers");

interface Esbuild {
  build(options: object): Promise<{ outputFiles: readonly { readonly text: string }[] }>;
}

/** Builds each peer's page as for production and serves it at `/NAME`. */
export async function servePeers(installed: string) {
  const { build } = createRequire(join(installed, "package.json"))("esbuild") as Esbuild;
  const scripts = new Map<string, string>();
  for (const name of PEERS) {
    const { outputFiles } = await build({
      stdin: { contents: readFileSync(join(SOURCES, `${name}.jsx`), "utf8"), resolveDir: installed, loader: "jsx" },
      define: { "process.env.NODE_ENV": '"production"' },
      format: "esm",
      jsx: "automatic",
      bundle: true,
      minify: true,
      write: false,
    });
    scripts.set(`/${name}.js`, outputFiles[0]?.text ?? "");
  }
  const server = await listen(scripts);
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function listen(scripts: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const script = scripts.get(path);
    response.setHeader("content-type", script === undefined ? "text/html; charset=utf-8" : "text/javascript");
    response.end(script ?? pageOf(path));
  });
  return new Promise((resolve) => server.listen(0, "localhost", () => resolve(server)));
}

function pageOf(path: string): string {
  return `<!doctype html><html lang="en"><title>peer</title><body><div id="root"></div><script type="module" src="${path}.js"></script>`;
}
