import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../support/inProcess.ts";
import { localHome } from "./localHome.ts";

export const SHEET = "https://docs.google.com/spreadsheets/d/1aB/gviz/tq?tqx=out:json";
export const never = () => new Promise<void>(() => {});

/** A home whose commands run in this process, and a spreadsheet service. A null `body` takes the service away. */
export function homeWithSheet(body: string, environment: Environment = {}, sheet = SHEET) {
  const service = { body: body as string | null, isReady: Promise.resolve(), requests: 0 };
  const transport = async () => {
    service.requests++;
    await service.isReady;
    if (service.body === null) throw new Error("no network");
    return { status: 200, headers: {}, body: service.body };
  };
  const home = localHome({ transport, ...environment });
  writeFileSync(join(home.directory, "dailyleet.json"), JSON.stringify({ sheet }));
  return { home, service };
}
