import { DAYS_PER_YEAR, type DayNumber } from "../calendar/calendar.ts";
import type { Part } from "../changes/changes.ts";
import { type ReplicaState, type ReplicaStatus, statusOf } from "./state.ts";
import { type Shown, type ShownMarks, type ShownYear, showSame, viewOf } from "./view.ts";

/** What somebody may watch: how the changes stand, all marks, a year, or one day of a year. */
export type Topic = "status" | "marks" | { readonly year: number; readonly day?: DayNumber };

/** What is shown of a replica's state, and who is told when it changes. Unchanged things keep their identity. */
export interface Views {
  year(year: number): ShownYear;
  marks(): ShownMarks;
  part(part: Part): Shown;
  status(): ReplicaStatus;
  /** Calls back after each change of the topic; the function returned ends it. */
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Shows this state from now on, and tells who watches what differs. */
  show(state: ReplicaState): void;
}

export function createViews(initial: ReplicaState): Views {
  const listeners = new Map<string, Set<() => void>>();
  const views = new Map<Part, Shown>();
  /** Parts that may look different now, and that nobody has asked for since. */
  const stale = new Set<Part>();
  let state = initial;
  let status = statusOf(initial);

  const viewed = (part: Part): Shown => {
    const known = views.get(part);
    if (known && !stale.delete(part)) return known;
    const view = viewOf(state, part, known);
    views.set(part, view);
    return view;
  };
  const tell = (key: string) => {
    // A copy, since who is told may leave or come meanwhile.
    for (const listener of [...(listeners.get(key) ?? [])]) listener();
  };
  const tellPart = (part: Part, before: Shown) => {
    const now = viewed(part);
    if (now === before) return;
    if (part === "marks") return tell(part);
    for (const day of changedDays(before as ShownYear, now as ShownYear)) tell(keyOf({ year: part, day }));
    tell(keyOf({ year: part }));
  };

  return {
    year: (year) => viewed(year) as ShownYear,
    marks: () => viewed("marks") as ShownMarks,
    part: viewed,
    status: () => status,

    subscribe(topic, listener) {
      if (topic !== "status") viewed(topic === "marks" ? topic : topic.year);
      const key = keyOf(topic);
      const ofTopic = listeners.get(key) ?? new Set();
      listeners.set(key, ofTopic.add(listener));
      return () => {
        ofTopic.delete(listener);
        if (ofTopic.size === 0 && listeners.get(key) === ofTopic) listeners.delete(key);
      };
    },

    show(next) {
      const isSame = showSame(state, next);
      const before = status;
      state = next;
      if (!isSame) for (const part of views.keys()) stale.add(part);
      status = sameStatus(before, statusOf(state));
      // Whoever only asks gets a view when asking.
      if (listeners.size === 0) return;
      for (const part of [...stale]) tellPart(part, views.get(part) as Shown);
      if (status !== before) tell("status");
    },
  };
}

function keyOf(topic: Topic): string {
  if (typeof topic === "string") return topic;
  return topic.day === undefined ? `${topic.year}` : `${topic.year}/${topic.day}`;
}

/** In a year that has become known every day looks different: untried and not yet known are not the same. */
function changedDays(before: ShownYear, now: ShownYear): DayNumber[] {
  if (before.status !== now.status) return Array.from({ length: DAYS_PER_YEAR }, (_, index) => index + 1);
  const days = Object.keys({ ...before.ticks, ...now.ticks }).map(Number);
  return days.filter((day) => before.ticks[day] !== now.ticks[day]);
}

function sameStatus(before: ReplicaStatus, now: ReplicaStatus): ReplicaStatus {
  const keys = Object.keys(now) as (keyof ReplicaStatus)[];
  return keys.every((key) => before[key] === now[key]) ? before : now;
}
