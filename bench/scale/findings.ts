import {
  type Cells,
  closedPath,
  marksIn,
  namedPath,
  openPath,
  settingsIn,
  stateIn,
  type TableId,
  ticksIn,
  yearIn,
} from "@dailyleet/core";
import { atMost, type Figure } from "../support/figures.ts";
import type { CommitRecord } from "./countingStore.ts";
import { HOUR, MINUTE } from "./people.ts";
import type { Simulation } from "./simulate.ts";
import type { Kind, ReadCause } from "./tally.ts";

const MANY = 10_000_000;

/** The counts of the scale simulation, some with a target. */
export function findings(simulation: Simulation): Figure[] {
  const { people, days, tally, server } = simulation;
  const closings = server.commits.filter(isClosing);
  const saves = server.commits.filter((commit) => !isClosing(commit));
  const saved = (isOfMarks: boolean) =>
    saves.filter(({ paths }) => /\/marks$/.test(paths[0] ?? "") === isOfMarks).length;
  const reads = (kind: Kind) => sum(Object.values(tally.reads[kind]));
  const both = (cause: ReadCause) => tally.reads.ticks[cause] + tally.reads.marks[cause];
  const daily = (measure: string, count: number): Figure => {
    return { name: `a person's day: ${measure}`, value: count / people / days, unit: "" };
  };
  return [
    daily("openings", tally.openings),
    daily("ticks", tally.clicks.ticks),
    daily("bursts of ticks", tally.bursts.ticks),
    daily("marks", tally.clicks.marks),
    daily("documents read", reads("ticks") + reads("marks")),
    daily("… of them at openings", both("opening")),
    daily("… of them to save", both("saving")),
    daily("… of them to look for news", both("watching")),
    daily("commits, without closings", saves.length),
    limit("reads of the ticks per opening", reads("ticks") / tally.openings, 1),
    limit("reads of the marks per opening", reads("marks") / tally.openings, 1),
    limit("commits per burst of ticks", saved(false) / tally.bursts.ticks, 1),
    limit("commits per burst of marks", saved(true) / tally.bursts.marks, 1),
    { ...limit("writes to one document, in its busiest minute", perDocument(server.commits), 1), unit: "/s" },
    limit("ticks and marks lost", lostChanges(simulation), 0),
    { name: "conflicts per commit", value: server.conflicts / server.commits.length, unit: "" },
    ...newYear(simulation, closings),
    ...atPeak(people, saves, closings),
  ];
}

function newYear({ people }: Simulation, closings: readonly CommitRecord[]): Figure[] {
  const figure = (measure: string, value: number, most: number): Figure => {
    return { name: `New Year: ${measure}`, value, unit: "", target: atMost(most) };
  };
  return [
    figure("closings per person", closings.length / people, 1),
    figure("share closed in the busiest hour", busiest(closings, HOUR) / closings.length, 0.25),
    figure("share closed in the busiest minute", busiest(closings, MINUTE) / closings.length, 0.05),
  ];
}

/** The peaks, scaled up to ten million people. */
function atPeak(people: number, saves: readonly CommitRecord[], closings: readonly CommitRecord[]): Figure[] {
  const figure = (measure: string, count: number, seconds: number): Figure => {
    return { name: `ten million people: ${measure}`, value: (count / people / seconds) * MANY, unit: "/s" };
  };
  return [
    figure("commits, busiest hour", busiest(saves, HOUR), 3_600),
    figure("closings, busiest hour", busiest(closings, HOUR), 3_600),
    figure("closings, busiest minute", busiest(closings, MINUTE), 60),
  ];
}

function limit(measure: string, value: number, most: number): Figure {
  return { name: measure, value, unit: "", target: atMost(most) };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** A closing writes the archive and the open document. */
const isClosing = ({ paths }: CommitRecord): boolean => paths.length === 2;

/** The most commits within any span of `width` milliseconds. */
function busiest(commits: readonly CommitRecord[], width: number): number {
  let most = 0;
  let first = 0;
  commits.forEach(({ moment }, index) => {
    while ((commits[first]?.moment ?? moment) <= moment - width) first++;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

/** The most writes a second to one document, in its busiest minute. */
function perDocument(commits: readonly CommitRecord[]): number {
  const groups = [...Map.groupBy(commits, ({ paths }) => paths.at(-1)).values()];
  return Math.max(...groups.map((group) => busiest(group, MINUTE))) / 60;
}

/** How many changed cells no document holds in their last state at the end. */
function lostChanges({ tally, documents }: Simulation): number {
  let lost = 0;
  for (const [uid, changes] of tally.made) {
    for (const change of changes.values())
      if (stateIn(cellsAt(documents, uid, change.table), change) !== change.state) lost++;
  }
  return lost;
}

function cellsAt(documents: Simulation["documents"], uid: string, table: TableId): Cells {
  if (typeof table === "string") {
    const fields = documents.get(namedPath(uid, table));
    return table === "marks" ? marksIn(fields) : settingsIn(fields);
  }
  const open = documents.get(openPath(uid));
  return ticksIn(open && yearIn(open) === table ? open : documents.get(closedPath(uid, table)));
}
