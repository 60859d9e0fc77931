// `npm run dev` serves the page with Astro's development server, which shows each change at once. Behind it runs the
// last build of the local server, with this computer's ticks. Arguments go to Astro (`npm run dev -- --port 4000`).
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startChild } from "./startChild.mjs";

const root = join(import.meta.dirname, "..");

const server = startChild(process.execPath, [join(root, "packages/cli/bin/dailyleet.cjs"), "serve", "--port", "0"], {
  stdio: ["ignore", "pipe", "inherit"],
});
server.once("exit", (code) => process.exit(code ?? 1));
const [line] = await once(createInterface(server.stdout), "line");
const [address] = /http:\/\/\S+/.exec(line);

const astro = join(root, "node_modules/astro/bin/astro.mjs");
const page = startChild(process.execPath, [astro, "dev", ...process.argv.slice(2)], {
  cwd: join(root, "site"),
  stdio: "inherit",
  env: { ...process.env, DAILYLEET_SERVER: address },
});
page.once("exit", () => server.kill());
