import type { Config } from "@dailyleet/core";
import type { Request } from "playwright-core";
import { onTestFinished } from "vitest";
import { openPage, signInButton, trackerShows, type WatchedPage } from "./browser.ts";
import { CLOUD_CONFIG } from "./cloudConfig.ts";
import type { CloudStage } from "./cloudStage.ts";
import { type Answer, type Call, servicesOf } from "./googleServices.ts";
import { startHosting } from "./hosting.ts";

const HOST = CLOUD_CONFIG.firebase.authDomain;
export const SITE = `https://${HOST}/`;

export interface CloudPage extends WatchedPage {
  /** What was asked of Google's services and below `/__`, in its order. */
  readonly calls: Call[];
  /** Decides about each call to come; null leaves it to the service itself. */
  fate: (call: Call) => Answer | "abort" | null;
}

/** A page of a new browser profile, in whose world the site is deployed and Google's services answer. */
export async function openCloudPage(stage: CloudStage, config: Config = CLOUD_CONFIG): Promise<CloudPage> {
  const services = servicesOf(stage);
  const hosting = await startHosting(config);
  onTestFinished(hosting.stop);
  const watched = await openPage(stage.browser, [HOST, ...Object.keys(services)]);
  const page: CloudPage = { ...watched, calls: [], fate: () => null };
  await page.context.route(/^https?:/, async (route, request) => {
    const call = callOf(request);
    const { hostname, pathname } = call.url;
    if (hostname === HOST && !pathname.startsWith("/__")) return route.fulfill(await hosting.answer(pathname));
    const serve = services[hostname === HOST ? "" : hostname];
    page.calls.push(call);
    const fate = page.fate(call);
    if (fate === "abort" || !serve) return route.abort();
    return route.fulfill(fate ?? (await serve(call)));
  });
  return page;
}

function callOf(request: Request): Call {
  const url = new URL(request.url());
  return {
    name: url.pathname.split("/").at(-1) ?? "",
    method: request.method(),
    url,
    authorization: request.headers().authorization,
    body: request.postData() ?? "",
  };
}

/** Opens Google's window and chooses a person in it; when it is done the page has started again with the tracker. */
export async function signInByPopup(watched: WatchedPage, person: string): Promise<void> {
  const popup = await openPopup(watched);
  await popup.getByRole("button", { name: person, exact: true }).click();
  await trackerShows(watched.page);
}

export async function openPopup({ page, context }: WatchedPage) {
  const opened = context.waitForEvent("page");
  await signInButton(page).click();
  return opened;
}
