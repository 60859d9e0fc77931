import { fileURLToPath } from "node:url";
import react from "@astrojs/react";
import type { AstroIntegration } from "astro";
import { defineConfig } from "astro/config";
import type { ProxyOptions, ServerOptions } from "vite";
import { bundle } from "./bundle.ts";

const LIBRARIES = /node_modules[\\/](react|react-dom|scheduler)[\\/]|shell[\\/]hydrate\./;

const START =
  /shell[\\/]start\.|type=script|replica[\\/]indexedDb|view[\\/]localProbe|rolldown[\\/]runtime|core[\\/]src[\\/](settings[\\/]values|firestore[\\/]paths|ticks[\\/]sources)/;

/**
 * A few large files compress better than two dozen small ones. Three groups contain an entry of the page, and their
 * files are named after it: `libraries` becomes hydrate, `page` islands, `start` index.astro. Without these groups the
 * first view takes 23 files and 10 kB more.
 */
const GROUPS = [
  { name: "libraries", test: LIBRARIES, priority: 2 },
  // With everything that these import, so that the sign-in screen loads only this chunk and its own.
  { name: "start", test: START, priority: 3 },
  { name: "page", tags: ["$initial" as const], priority: 1 },
  // Precedes the other groups that need these modules: a first configuration is checked before anything shows.
  {
    name: "config",
    test: /session[\\/]configCheck|core[\\/]src[\\/](config|questions[\\/]lists)/,
  },
  { name: "firebase", test: /[\\/]@?firebase[\\/]|src[\\/]session[\\/]firebase\.ts/ },
  // Precedes `glance` and `questions`, to get the modules that both share: every screen soon loads this chunk.
  { name: "data", test: /site[\\/]src[\\/](data|changes|view|replica|ui)[\\/]/ },
  {
    name: "glance",
    test: /src[\\/]((glance|calendar|statistics)[\\/]|shell[\\/](Tools|MenuEntries|StatusLine|signOut))/,
  },
  { name: "questions", test: /src[\\/](questions|practice|list)[\\/]/ },
  { name: "judges", test: /src[\\/]judges[\\/]/ },
  { name: "gate", test: /src[\\/]signin[\\/]/ },
];

/** Vite's `preload(() => import(…), deps)`; the function may also pick some of the module's exports. */
const WRAPPED =
  /__vitePreload\((?:\(\) => (import\([^;]*?)|async \(\) => \{\s*const [^;]* = await (import\([^;]*);\s*return [^;]*;\s*\}), __VITE_PRELOAD__\)/g;

/**
 * Unwraps each `import()` from Vite's helper. The helper preloads style sheets, and no lazy chunk here has one. Without
 * this and `hydrate.ts`, the calendar takes a seventh longer to answer clicks.
 */
const PLAIN_IMPORTS = {
  name: "plain-imports",
  enforce: "pre" as const,
  configEnvironment: () => ({
    build: {
      modulePreload: false as const,
      // With Astro's default, each of the page's two entries gets a file that only re-exports a chunk.
      rolldownOptions: { preserveEntrySignatures: "allow-extension" as const },
    },
  }),
  load: (id: string) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
  renderChunk: (code: string) => code.replaceAll(WRAPPED, "$1$2"),
};

/**
 * The page's `<meta>` policy names scripts and styles by hash. It has no `default-src`: the hosts that the page may
 * connect to and frame depend on the deployment, so the server's header names them.
 */
export default defineConfig({
  output: "static",
  integrations: [react(), islandDirective(), bundle()],
  build: { format: "file", inlineStylesheets: "never" },
  devToolbar: { enabled: false },
  // The page has no Markdown, and the highlighter would need inline styles.
  markdown: { syntaxHighlight: false },
  security: {
    // apis.google.com serves the script that Firebase needs for the sign-in window.
    csp: { scriptDirective: { resources: ["'self'", "https://apis.google.com"] } },
  },
  // The same as of the local server's sign-in window, which would otherwise lose its opener.
  server: { headers: { "Cross-Origin-Opener-Policy": "same-origin" } },
  vite: {
    ...(process.env.DAILYLEET_SERVER && { server: besideLocalServer(process.env.DAILYLEET_SERVER) }),
    plugins: [PLAIN_IMPORTS],
    resolve: {
      alias: { "@astrojs/react/client.js": fileURLToPath(new URL("./src/shell/hydrate.ts", import.meta.url)) },
    },
    build: {
      // The policy would block inlined assets.
      assetsInlineLimit: 0,
    },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } } },
  },
});

/** `client:signed-in`; see `islandDirective.ts`. */
function islandDirective(): AstroIntegration {
  const directive = {
    name: "signed-in",
    entrypoint: fileURLToPath(new URL("./src/shell/islandDirective.ts", import.meta.url)),
  };
  return {
    name: "island-directive",
    hooks: { "astro:config:setup": ({ addClientDirective }) => addClientDirective(directive) },
  };
}

/** For `npm run dev`: forwards API calls to the local server, with its own origin, because it refuses others. */
function besideLocalServer(target: string): ServerOptions {
  const configure: ProxyOptions["configure"] = (proxy) =>
    proxy.on("proxyReq", (request) => request.hasHeader("origin") && request.setHeader("origin", target));
  const google = ["/v1/", "/identitytoolkit", "/securetoken", "/signin"];
  const paths = [...google, "/changes", "/dailyleet.json", "/sheet.json", "/fetch", "/problems", "/backups"];
  return {
    proxy: Object.fromEntries(paths.map((path) => [path, { target, changeOrigin: true, configure }])),
  };
}
