import { type Environment, runInProcess } from "../../support/inProcess.ts";
import { tempDirectory } from "../../support/tempDirectory.ts";
import { type Home, newHome } from "./home.ts";

/** A home whose commands run without a process of their own. */
export const localHome = (environment: Environment = {}): Home =>
  newHome(tempDirectory(), {}, (home, args) => runInProcess(home, args, environment));
