import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { basename, extname, join } from "node:path";

export const PEERS = ["react-calendar-heatmap", "react-activity-calendar"] as const;
export const PACKAGES = ["react@19", "react-dom@19", ...PEERS, "esbuild"];

const SOURCES = join(import.meta.dirname, "peers");

interface Esbuild {
  build(options: object): Promise<{ outputFiles: readonly { readonly path: string; readonly text: string }[] }>;
}

/** Builds each peer's page as for production and serves it at `/NAME`. */
export async function servePeers(installed: string) {
  const { build } = createRequire(join(installed, "package.json"))("esbuild") as Esbuild;
  const files = new Map<string, string>();
  for (const name of PEERS) {
    const { outputFiles } = await build({
      stdin: { contents: readFileSync(join(SOURCES, `${name}.jsx`), "utf8"), resolveDir: installed, loader: "jsx" },
      define: { "process.env.NODE_ENV": '"production"' },
      format: "esm",
      jsx: "automatic",
      bundle: true,
      minify: true,
      write: false,
      outfile: `${name}.js`,
    });
    for (const { path, text } of outputFiles) files.set(`/${basename(path)}`, text);
  }
  const server = await listen(files);
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function listen(files: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const text = files.get(path) ?? pageOf(path, files.has(`${path}.css`));
    response.setHeader("content-type", TYPES[extname(path)] ?? "text/html; charset=utf-8");
    response.end(text);
  });
  return new Promise((resolve) => server.listen(0, "localhost", () => resolve(server)));
}

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css" };

function pageOf(path: string, hasStyles: boolean): string {
  const styles = hasStyles ? `<link rel="stylesheet" href="${path}.css">` : "";
  return `<!doctype html><html lang="en"><title>peer</title>${styles}<body><div id="root"></div><script type="module" src="${path}.js"></script>`;
}
