import type { SiteConfig } from "@dailyleet/core";
import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { type GoogleStandIn, startGoogleStandIn } from "../../cli/support/googleStandIn.ts";
import { openPage, openSignInWindow, trackerShows, useBrowser, type Visit, type WatchedPage } from "./browser.ts";
import { type CloudProject, startCloudProject } from "./cloudProject.ts";
import { type Answer, type Call, CLOUD_CONFIG, servicesOf } from "./googleServices.ts";
import { startHosting } from "./hosting.ts";

const HOST = CLOUD_CONFIG.firebase.authDomain;
export const SITE = `https://${HOST}/`;

export interface CloudStage {
  readonly browser: Browser;
  readonly google: GoogleStandIn;
  readonly project: CloudProject;
}

/** One browser and one Firebase project on the embedded server for all tests of a file. */
export function useCloudStage(): CloudStage {
  const stage = useBrowser() as { -readonly [K in keyof CloudStage]: CloudStage[K] };
  beforeAll(async () => {
    stage.google = await startGoogleStandIn();
    stage.project = await startCloudProject([`http://${stage.google.host}`]);
  });
  afterAll(async () => {
    await stage.project?.stop();
    await stage.google?.stop();
  });
  return stage;
}

export interface CloudPage extends WatchedPage {
  /** The requests to Google's services and below `/__`, in order. */
  readonly calls: Call[];
  /** Decides about each coming call; null passes it to the service. */
  fate: (call: Call) => Answer | "abort" | null;
}

/** A page in a new context. The site is deployed, and stand-ins answer for Google's services. */
export async function openCloudPage(stage: CloudStage, config: SiteConfig = CLOUD_CONFIG): Promise<CloudPage> {
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

/** A page of the deployed site on which a person has signed in. */
export async function openSignedIn(
  stage: CloudStage,
  person: string,
  { time, before }: Pick<Visit, "time" | "before"> = {},
): Promise<CloudPage> {
  const watched = await openCloudPage(stage);
  await before?.(watched);
  if (time !== undefined) await watched.page.clock.install({ time });
  await watched.page.goto(SITE);
  await signInByPopup(watched, person);
  return watched;
}

/** A cookie that would lead Google's SDK to another project if the SDK trusted it. */
export async function plantCookie({ context }: CloudPage): Promise<void> {
  const planted = {
    config: { apiKey: "evil", authDomain: "evil.example", projectId: "evil" },
    emulatorHosts: { auth: "evil.example:9099", firestore: "evil.example:8080" },
    _authTokenSyncURL: "/__stolen",
  };
  const value = Buffer.from(JSON.stringify(planted)).toString("base64url");
  await context.addCookies([{ name: "__FIREBASE_DEFAULTS__", value, url: SITE }]);
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

/** Opens Google's window and chooses a person there. Returns when the page has restarted with the tracker. */
export async function signInByPopup(watched: WatchedPage, person: string): Promise<void> {
  const popup = await openSignInWindow(watched);
  await popup.getByRole("button", { name: person, exact: true }).click();
  await trackerShows(watched.page);
}
