import { DAYS_PER_YEAR, type DayNumber } from "../calendar/calendar.ts";
import { type ReplicaState, type ReplicaStatus, statusOf } from "./state.ts";
import { type ShownYear, showSame, viewOf } from "./view.ts";

/** What somebody may watch: how the changes stand, a year, or one day of a year. */
export type Topic = "status" | { readonly year: number; readonly day?: DayNumber };

/** What is shown of a replica's state, and who is told when it changes. Unchanged things keep their identity. */
export interface Views {
  year(year: number): ShownYear;
  status(): ReplicaStatus;
  /** Calls back after each change of the topic; the function returned ends it. */
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Shows this state from now on, and tells who watches what differs. */
  show(state: ReplicaState): void;
}

export function createViews(initial: ReplicaState): Views {
  const listeners = new Map<string, Set<() => void>>();
  const years = new Map<number, ShownYear>();
  /** Years that may look different now, and that nobody has asked for since. */
  const stale = new Set<number>();
  let state = initial;
  let status = statusOf(initial);

  const year = (number: number): ShownYear => {
    const known = years.get(number);
    if (known && !stale.delete(number)) return known;
    const view = viewOf(state, number, known);
    years.set(number, view);
    return view;
  };
  const tell = (key: string) => {
    // A copy, since who is told may leave or come meanwhile.
    for (const listener of [...(listeners.get(key) ?? [])]) listener();
  };
  const tellYear = (number: number, before: ShownYear) => {
    const now = year(number);
    if (now === before) return;
    for (const day of changedDays(before, now)) tell(keyOf({ year: number, day }));
    tell(keyOf({ year: number }));
  };

  return {
    year,
    status: () => status,

    subscribe(topic, listener) {
      if (topic !== "status") year(topic.year);
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
      if (!isSame) for (const number of years.keys()) stale.add(number);
      status = sameStatus(before, statusOf(state));
      // Whoever only asks gets a view when asking.
      if (listeners.size === 0) return;
      for (const number of [...stale]) tellYear(number, years.get(number) as ShownYear);
      if (status !== before) tell("status");
    },
  };
}

function keyOf(topic: Topic): string {
  if (topic === "status") return topic;
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
