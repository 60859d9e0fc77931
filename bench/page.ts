import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { launch } from "./page/browser.ts";
import { bytes, type Moved } from "./page/bytes.ts";
import { type Contestant, type Visit, visit } from "./page/measure.ts";
import { newContext, ourContestant, SHOWN, signIn } from "./page/ours.ts";
import { PACKAGES, PEERS, servePeers } from "./page/peers.ts";
import { fill } from "./support/data.ts";
import { atMost, type BenchOptions, type Figure, type Report, type Target } from "./support/figures.ts";
import { installPeers, peerVersion } from "./support/peers.ts";
import { median } from "./support/rounds.ts";
import { serve } from "./support/served.ts";

const SLOWDOWN = 4;
const OURS = "dailyleet";
const PEER = "react-calendar-heatmap";

const MEASURES: readonly { key: keyof Visit; measure: string; unit: "ms" | "MB"; target?: Target; limit?: number }[] = [
  { key: "firstPaint", measure: "first contentful paint", unit: "ms", target: atMost(0.5), limit: 0.33 },
  { key: "ready", measure: "ready", unit: "ms", target: atMost(1.2), limit: 0.64 },
  { key: "shown", measure: "own ticks on the screen", unit: "ms", target: atMost(1.2) },
  { key: "firstClick", measure: "first click, to the frame", unit: "ms", target: atMost(0.7) },
  { key: "clickWork", measure: "toggle, script and layout", unit: "ms", target: atMost(0.6), limit: 0.12 },
  { key: "click", measure: "toggle, to the frame", unit: "ms", target: atMost(1), limit: 0.52 },
  { key: "heap", measure: "heap", unit: "MB", target: atMost(2), limit: 0.57 },
];

const SIGNED_OUT: Moved = { state: "signed out", shown: "main.gate button.primary", target: atMost(112_000) };
const SIGNED_IN: Moved = { state: "signed in", shown: SHOWN, target: atMost(118_000) };

/** The signed-in page, 1,825 cells, against the pages of calendar components with 365, in Chromium. */
export async function bench({ isQuick }: BenchOptions): Promise<Report> {
  const installed = installPeers("page", PACKAGES);
  const home = mkdtempSync(join(tmpdir(), "dailyleet-bench-page-"));
  fill(join(home, "dailyleet.db"), { profiles: 1, documents: 1 });
  const server = await serve(home);
  const peers = await servePeers(installed);
  const browser = await launch();
  try {
    const signedIn = await newContext(browser);
    await signIn(signedIn, server.url);
    const contestants = await contestantsOf(browser, signedIn, server.url, peers.url);
    const visits = await visitInRounds(contestants, isQuick ? 2 : 9);
    const figures = [
      ...compare(visits),
      await longestTask(contestants[OURS] as Contestant),
      ...(await bytes(await browser.newContext(), server.url, SIGNED_OUT)),
      ...(await bytes(signedIn, server.url, SIGNED_IN)),
    ];
    const versions = Object.fromEntries([...PEERS, "react"].map((name) => [name, peerVersion(installed, name)]));
    return { part: "page", figures, versions: { Chromium: browser.version(), ...versions } };
  } finally {
    await browser.close();
    peers.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

async function contestantsOf(browser: Browser, signedIn: BrowserContext, ours: string, peers: string) {
  const contestants: Record<string, Contestant> = { [OURS]: ourContestant(signedIn, ours) };
  for (const name of PEERS) {
    const cell = name === PEER ? "svg rect[class^=color]" : "svg rect[data-date]";
    contestants[name] = {
      context: await newContext(browser),
      url: `${peers}/${name}`,
      ready: cell,
      cell,
      shown: "[data-ready]",
    };
  }
  return contestants;
}

async function visitInRounds(contestants: Readonly<Record<string, Contestant>>, rounds: number) {
  const visits: Record<string, Visit>[] = [];
  for (let round = 0; round < rounds; round++) {
    const names = Object.keys(contestants);
    const turn = round % names.length;
    const visited: Record<string, Visit> = {};
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      visited[name] = await visit(contestants[name] as Contestant, SLOWDOWN);
    }
    visits.push(visited);
  }
  return visits;
}

/** Ours and the other peer against react-calendar-heatmap. */
function compare(visits: readonly Readonly<Record<string, Visit>>[]): Figure[] {
  const column = (name: string, key: keyof Visit) => visits.map((visited) => visited[name]?.[key] ?? Number.NaN);
  return [OURS, "react-activity-calendar"].flatMap((name) =>
    MEASURES.map(({ key, measure, unit, target, limit }): Figure => {
      const own = column(name, key);
      const theirs = column(PEER, key);
      const scale = unit === "MB" ? 1e-6 : 1;
      const show = (values: readonly number[]) => `${Number((median(values) * scale).toPrecision(3))} ${unit}`;
      return {
        name,
        measure,
        value: median(own.map((value, round) => value / (theirs[round] ?? Number.NaN))),
        unit: "x",
        against: PEER,
        absolute: `${show(own)} to ${show(theirs)}`,
        ...(name === OURS && target && { target }),
        ...(name === OURS && limit !== undefined && { limit }),
      };
    }),
  );
}

async function longestTask(ours: Contestant): Promise<Figure> {
  const { longest } = await visit(ours, 1);
  return {
    name: OURS,
    measure: "longest task after load, at full speed",
    value: longest,
    unit: "ms",
    target: atMost(50),
  };
}
