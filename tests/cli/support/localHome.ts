import { createNodeNetwork } from "../../../packages/cli/src/cloud/network.ts";
import { type Environment, runInProcess } from "../../support/inProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { type Home, newHome } from "./home.ts";

/** A home whose commands run without a process of their own. */
export function localHome({ env = {}, ...rest }: Environment = {}, directory = tempDirectory()): Home {
  return newHome(directory, env, (home, args, all) => runInProcess(home, args, { ...rest, env: all as typeof env }));
}

/** The same with the network, on which they wait for nothing but answers. */
export function connectedHome(environment: Environment = {}, directory = tempDirectory()): Home {
  const transport: Environment["transport"] = (request) => createNodeNetwork(environment.env).transport(request);
  return localHome({ transport, ...environment }, directory);
}
