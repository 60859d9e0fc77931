import { join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { CLOUD_CONFIG } from "../../tests/e2e/support/googleServices.ts";
import { fill } from "../support/data.ts";
import { serve } from "../support/served.ts";
import { startTlsServer } from "../support/tlsServer.ts";
import { chromiumPath, flags } from "./browser.ts";

/** A place where the site stands, and a browser that can reach it; the person who signs in has half a year of ticks. */
export interface Host {
  readonly name: string;
  readonly url: string;
  readonly browser: Browser;
  /** The button of the sign-in window. */
  readonly person: string;
  close(): Promise<void>;
}

/** `dailyleet serve` on a data directory of its own. */
export async function openServe(directory: string): Promise<Host> {
  fill(join(directory, "dailyleet.db"), { profiles: 1, documents: 1 });
  const server = await serve(directory);
  return openHost({ name: "serve", url: server.url, person: "Continue as ", switches: [], stop: () => server.stop() });
}

/** The site on Firebase Hosting, as the end-to-end tests stand in for it; its host and Google's are at one port here. */
export async function openHosting(directory: string): Promise<Host> {
  const database = join(directory, "people.db");
  fill(database, { profiles: 1, documents: 1 });
  const program = join(import.meta.dirname, "deployment.ts");
  const hosts = [CLOUD_CONFIG.firebase.authDomain, "*.googleapis.com"];
  const { port, stop } = await startTlsServer(program, directory, hosts, [database]);
  return openHost({
    name: "hosting",
    url: `https://${CLOUD_CONFIG.firebase.authDomain}`,
    person: "ann",
    switches: [`--host-resolver-rules=MAP * 127.0.0.1:${port}`, "--ignore-certificate-errors"],
    stop: async () => stop(),
  });
}

interface Place {
  readonly name: string;
  readonly url: string;
  readonly person: string;
  readonly switches: readonly string[];
  stop(): Promise<void>;
}

async function openHost({ switches, stop, ...host }: Place): Promise<Host> {
  const browser = await puppeteer.launch({ executablePath: chromiumPath(), args: [...flags(), ...switches] });
  return {
    ...host,
    browser,
    async close() {
      await browser.close();
      await stop();
    },
  };
}

export async function signIn({ browser, url, person }: Host): Promise<void> {
  const page = await browser.newPage();
  await page.goto(url);
  const opened = new Promise<Page | null>((resolve) => page.once("popup", resolve));
  await page.locator("::-p-text(Sign in with Google)").click();
  await (await opened)?.locator(`::-p-text(${person})`).click();
  await page.locator("main.tracker .back-to-top").wait();
  await page.close();
}
