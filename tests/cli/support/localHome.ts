import { createNodeNetwork } from "../../../packages/cli/src/cloud/network.ts";
import { type Environment, runInProcess } from "../../support/inProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { type Home, newHome } from "./home.ts";

/** A home whose commands run in this process. */
export function localHome({ env = {}, ...rest }: Environment = {}, directory = tempDirectory()): Home {
  return newHome(directory, env, (home, args, all) => runInProcess(home, args, { ...rest, env: all as typeof env }));
}

/** A home whose commands run in this process, with a real network and no pauses. */
export function connectedHome(environment: Environment = {}, directory = tempDirectory()): Home {
  const transport: Environment["transport"] = (request) => createNodeNetwork(environment.env).transport(request);
  return localHome({ transport, ...environment }, directory);
}
