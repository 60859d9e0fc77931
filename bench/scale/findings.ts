import { closedPath, isDone, openPath, readTicks, readYear } from "@dailyleet/core";
import { atMost, type Figure } from "../support/figures.ts";
import type { CommitRecord } from "./countingStore.ts";
import { HOUR, MINUTE } from "./people.ts";
import type { Simulation } from "./simulate.ts";

const MANY = 10_000_000;

/** The targets of the scale simulation, and what was counted besides. */
export function findings(simulation: Simulation): Figure[] {
  const { people, days, tally, server } = simulation;
  const closings = server.commits.filter(isClosing);
  const saves = server.commits.filter((commit) => !isClosing(commit));
  const reads = sum(Object.values(tally.reads));
  const daily = (measure: string, count: number): Figure => {
    return { name: "a person's day", measure, value: count / people / days, unit: "" };
  };
  return [
    daily("openings", tally.openings),
    daily("ticks", tally.clicks),
    daily("bursts of ticks", tally.bursts),
    daily("documents read", reads),
    daily("… of them at openings", tally.reads.opening),
    daily("… of them to save", tally.reads.saving),
    daily("… of them to look for news", tally.reads.watching),
    daily("commits, without closings", saves.length),
    limit("reads per opening", reads / tally.openings, 1),
    limit("commits per burst", saves.length / tally.bursts, 1),
    { ...limit("writes to one document, in its busiest minute", perDocument(server.commits), 1), unit: "/s" },
    limit("ticks lost", lostTicks(simulation), 0),
    { name: "limits", measure: "conflicts per commit", value: server.conflicts / server.commits.length, unit: "" },
    ...newYear(simulation, closings),
    ...atPeak(people, saves, closings),
  ];
}

function newYear({ people }: Simulation, closings: readonly CommitRecord[]): Figure[] {
  const figure = (measure: string, value: number, most: number): Figure => {
    return { name: "New Year", measure, value, unit: "", target: atMost(most) };
  };
  return [
    figure("closings per person", closings.length / people, 1),
    figure("share closed in the busiest hour", busiest(closings, HOUR) / closings.length, 0.25),
    figure("share closed in the busiest minute", busiest(closings, MINUTE) / closings.length, 0.05),
  ];
}

/** What the peaks come to when ten million people do the same. */
function atPeak(people: number, saves: readonly CommitRecord[], closings: readonly CommitRecord[]): Figure[] {
  const figure = (measure: string, count: number, seconds: number): Figure => {
    return { name: "ten million people", measure, value: (count / people / seconds) * MANY, unit: "/s" };
  };
  return [
    figure("commits, busiest hour", busiest(saves, HOUR), 3_600),
    figure("closings, busiest hour", busiest(closings, HOUR), 3_600),
    figure("closings, busiest minute", busiest(closings, MINUTE), 60),
  ];
}

function limit(measure: string, value: number, most: number): Figure {
  return { name: "limits", measure, value, unit: "", target: atMost(most) };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** A closing writes the archive and the open document. */
const isClosing = ({ paths }: CommitRecord): boolean => paths.length === 2;

/** The most commits within any span of that width. */
function busiest(commits: readonly CommitRecord[], width: number): number {
  let most = 0;
  let first = 0;
  commits.forEach(({ moment }, index) => {
    while ((commits[first]?.moment ?? moment) <= moment - width) first++;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

/** Writes a second to any one document in its busiest minute; a person has one open document. */
function perDocument(commits: readonly CommitRecord[]): number {
  const groups = [...Map.groupBy(commits, ({ uid }) => uid).values()];
  return Math.max(...groups.map((group) => busiest(group, MINUTE))) / 60;
}

/** Cells that somebody ticked and that no document holds in the end. */
function lostTicks({ tally, server }: Simulation): number {
  let lost = 0;
  for (const [uid, cells] of tally.ticked) {
    for (const cell of cells) {
      const [year = 0, day = 0, source] = cell.split("/").map(Number);
      const open = server.peek(openPath(uid));
      const fields = open && readYear(open) === year ? open : server.peek(closedPath(uid, year));
      if (!isDone(readTicks(fields), { year, day, source } as never)) lost++;
    }
  }
  return lost;
}
