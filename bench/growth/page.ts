import type { Browser } from "playwright-core";
import { launch } from "../page/browser.ts";
import { type Contestant, type Visit, visit } from "../page/measure.ts";
import { newContext, ourContestant, signIn } from "../page/ours.ts";
import { atMost, type Figure } from "../support/figures.ts";
import { median } from "../support/rounds.ts";
import { serve } from "../support/served.ts";

const SLOWDOWN = 4;
const MEASURES: readonly { readonly key: keyof Visit; readonly measure: string }[] = [
  { key: "firstPaint", measure: "first contentful paint" },
  { key: "shown", measure: "own ticks on the screen" },
  { key: "ready", measure: "ready" },
];

/** The signed-in page of two people, of one year and of ten, visited in turns. */
export async function pageFigures(oneHome: string, manyHome: string, rounds: number): Promise<Figure[]> {
  const servers = [await serve(oneHome), await serve(manyHome)];
  const browser = await launch();
  try {
    const people: Contestant[] = [];
    for (const { url } of servers) people.push(await open(browser, url));
    const visits: Visit[][] = [];
    for (let round = 0; round < rounds; round++) {
      const turns = round % 2 === 0 ? people : people.toReversed();
      const visited: Visit[] = [];
      for (const person of turns) visited.push(await visit(person, SLOWDOWN));
      visits.push(round % 2 === 0 ? visited : visited.toReversed());
    }
    return MEASURES.map((each) => figure(each, visits));
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
  }
}

/** Signed in, and visited once: what is measured is how somebody comes back. */
async function open(browser: Browser, url: string): Promise<Contestant> {
  const context = await newContext(browser);
  await signIn(context, url);
  const contestant = ourContestant(context, url);
  await visit(contestant, 1);
  return contestant;
}

function figure({ key, measure }: (typeof MEASURES)[number], visits: readonly (readonly Visit[])[]): Figure {
  const column = (at: number) => visits.map((visited) => visited[at]?.[key] ?? Number.NaN);
  const [one, many] = [column(0), column(1)];
  return {
    name: "page",
    measure,
    value: median(many.map((value, round) => value / (one[round] ?? Number.NaN))),
    unit: "x",
    against: "one year",
    absolute: `${median(many).toFixed(0)} ms to ${median(one).toFixed(0)} ms`,
    target: atMost(1.2),
  };
}
