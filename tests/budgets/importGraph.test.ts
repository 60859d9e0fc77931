import { expect, it } from "vitest";
import { runCli } from "../support/cliProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { loadsOf } from "./support/loads.ts";

const NETWORK = ["http", "https", "http2", "tls", "dns", "internal/deps/undici/undici"];

it("loads neither the network nor another bundle, with React or Google's library in it, for a local tick", async () => {
  const home = tempDirectory();
  await runCli(home, ["tick", "1"]);
  const { files, node } = await loadsOf(home, ["tick", "3"]);
  expect(files).toEqual(["bin/dailyleet.cjs", "bin/compileCache.cjs", "dist/program.cjs"]);
  expect(node.filter((name) => NETWORK.includes(name))).toEqual([]);
});
