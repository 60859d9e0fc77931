// `npm run deploy`: builds the site with `site/public/dailyleet.json`; deploys it and the rules with firebase-tools.
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deployedPage, firebaseJsonFor, parseServedConfig } from "@dailyleet/core";
import { startChild } from "./startChild.mjs";

const root = join(import.meta.dirname, "..");
const CONFIG = "site/public/dailyleet.json";
const PAGE = join(root, "site/dist/index.html");
const GENERATED = "firebase.deploy.json";

try {
  const config = readConfig();
  const sample = JSON.parse(readFileSync(join(root, "firebase.json"), "utf8"));
  writeFileSync(join(root, GENERATED), `${JSON.stringify(firebaseJsonFor(sample, config), null, 2)}\n`);
  if (process.argv.includes("--dry-run")) {
    console.log(`${GENERATED} is written; nothing was deployed.`);
  } else {
    await run("npm", ["run", "build"]);
    writeFileSync(PAGE, deployedPage(readFileSync(PAGE, "utf8"), config));
    const project = ["--project", config.firebase.projectId];
    await run("npx", [
      "--yes",
      "firebase-tools@15",
      "deploy",
      "--only",
      "hosting,firestore",
      "--config",
      GENERATED,
      ...project,
    ]);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function readConfig() {
  let text;
  try {
    text = readFileSync(join(root, CONFIG), "utf8");
  } catch {
    throw new Error(`There is no ${CONFIG}; docs/deploy.md, step 3, says what to put into it.`);
  }
  const config = parseServedConfig(text, CONFIG);
  if (!config.firebase) throw new Error(`${CONFIG} has no 'firebase' section; docs/deploy.md, step 3, shows it.`);
  return config;
}

async function run(command, args) {
  // On Windows npm and npx are scripts, which only a shell can start.
  const child = startChild(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`'${command} ${args[0]}' failed; its message stands above.`);
}
