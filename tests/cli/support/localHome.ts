import { type Environment, runInProcess } from "../../support/inProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { type Home, newHome } from "./home.ts";

/** A home whose commands run without a process of their own. */
export function localHome({ env = {}, ...rest }: Environment = {}, directory = tempDirectory()): Home {
  return newHome(directory, env, (home, args, all) => runInProcess(home, args, { ...rest, env: all as typeof env }));
}
