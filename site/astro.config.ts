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
 * Few files compress better than two dozen: libraries, which seldom change, what the page begins with, the sign-in
 * service's part, and a file for each thing that is loaded when it is looked at. The first two have the names of the
 * page's entries in them: hydrate and islands. Without these groups the first view takes 23 files and 10 kB more.
 */
const GROUPS = [
  { name: "libraries", test: LIBRARIES, priority: 2 },
  // With all that these import: the sign-in screen needs no other script but its own.
  { name: "start", test: START, priority: 3 },
  { name: "page", tags: ["$initial" as const], priority: 1 },
  // Before what else needs these: a configuration that this browser has not seen yet is checked before anything shows.
  {
    name: "config",
    test: /session[\\/]configCheck|core[\\/]src[\\/](config|questions[\\/]lists)/,
  },
  { name: "firebase", test: /[\\/]@?firebase[\\/]|src[\\/]session[\\/]firebase\.ts/ },
  // Before the year at a glance and the questions: what these share is here, because every screen soon loads this chunk.
  { name: "data", test: /site[\\/]src[\\/](data|changes|view|replica|ui)[\\/]/ },
  {
    name: "glance",
    test: /src[\\/]((glance|calendar|statistics)[\\/]|shell[\\/](Tools|StatusLine|signOut))/,
  },
  { name: "questions", test: /src[\\/](questions|practice|list)[\\/]/ },
  { name: "sites", test: /src[\\/]sites[\\/]/ },
  { name: "gate", test: /src[\\/]signin[\\/]/ },
];

/** `preload(() => import(…), deps)`, or with a function that takes some of the module's exports out of it. */
const WRAPPED =
  /__vitePreload\((?:\(\) => (import\([^;]*?)|async \(\) => \{\s*const [^;]* = await (import\([^;]*);\s*return [^;]*;\s*\}), __VITE_PRELOAD__\)/g;

/**
 * Takes each `import()` out of Vite's wrapper, which preloads styles: what is loaded later here has none. Without this and
 * the page's own hydration (`hydrate.ts`) the calendar answers clicks a seventh later.
 */
const PLAIN_IMPORTS = {
  name: "plain-imports",
  enforce: "pre" as const,
  configEnvironment: () => ({
    build: {
      modulePreload: false as const,
      // Astro's own value gives each of the page's two entries a file that only re-exports a chunk: two more to wait for.
      rolldownOptions: { preserveEntrySignatures: "allow-extension" as const },
    },
  }),
  load: (id: string) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
  renderChunk: (code: string) => code.replaceAll(WRAPPED, "$1$2"),
};

/**
 * Scripts and styles are named by hash in the page's own `<meta>` policy. It has no `default-src`: whom the page may
 * talk to and frame depends on the deployment, so its server's header says that.
 */
export default defineConfig({
  output: "static",
  integrations: [react(), islandDirective(), bundle()],
  build: { format: "file", inlineStylesheets: "never" },
  devToolbar: { enabled: false },
  // The page has no Markdown; its highlighter would want inline styles.
  markdown: { syntaxHighlight: false },
  security: {
    // apis.google.com serves the script that Firebase needs for the sign-in window.
    csp: { scriptDirective: { resources: ["'self'", "https://apis.google.com"] } },
  },
  // As the local server says of its sign-in window, which would lose its opener otherwise.
  server: { headers: { "Cross-Origin-Opener-Policy": "same-origin" } },
  vite: {
    ...(process.env.DAILYLEET_SERVER && { server: besideLocalServer(process.env.DAILYLEET_SERVER) }),
    plugins: [PLAIN_IMPORTS],
    resolve: {
      alias: { "@astrojs/react/client.js": fileURLToPath(new URL("./src/shell/hydrate.ts", import.meta.url)) },
    },
    build: {
      // Nothing inline that the policy would not know.
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

/** For `npm run dev`: the local server answers what it does not take from the built site, and only its own pages. */
function besideLocalServer(target: string): ServerOptions {
  const configure: ProxyOptions["configure"] = (proxy) =>
    proxy.on("proxyReq", (request) => request.hasHeader("origin") && request.setHeader("origin", target));
  const google = ["/v1/", "/identitytoolkit", "/securetoken", "/signin"];
  const paths = [...google, "/changes", "/dailyleet.json", "/sheet.json", "/fetch", "/problems", "/backups"];
  return {
    proxy: Object.fromEntries(paths.map((path) => [path, { target, changeOrigin: true, configure }])),
  };
}
