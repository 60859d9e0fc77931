import type { Part } from "../changes/changes.ts";
import { type ReplicaState, type ReplicaStatus, statusOf } from "./state.ts";
import { type Shown, type ShownMarks, type ShownYear, showSame, viewOf } from "./view.ts";

/** What somebody may watch: how the changes stand, all marks, or a year. */
export type Topic = "status" | Part;

/** What is shown of a replica's state, and the subscribers to it. Unchanged things keep their identity. */
export interface Views {
  year(year: number): ShownYear;
  marks(): ShownMarks;
  part(part: Part): Shown;
  status(): ReplicaStatus;
  /** Calls back after each change of the topic; the function returned ends it. */
  subscribe(topic: Topic, listener: () => void): () => void;
  /** Shows this state from now on, and notifies the subscribers of what differs. */
  show(state: ReplicaState): void;
}

export function createViews(initial: ReplicaState): Views {
  const listeners = new Map<Topic, Set<() => void>>();
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
  const tell = (topic: Topic) => {
    // A copy, since who is told may leave or come meanwhile.
    for (const listener of [...(listeners.get(topic) ?? [])]) listener();
  };

  return {
    year: (year) => viewed(year) as ShownYear,
    marks: () => viewed("marks") as ShownMarks,
    part: viewed,
    status: () => status,

    subscribe(topic, listener) {
      if (topic !== "status") viewed(topic);
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(listener));
      return () => {
        ofTopic.delete(listener);
        if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) listeners.delete(topic);
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
      for (const part of [...stale]) {
        const seen = views.get(part);
        if (viewed(part) !== seen) tell(part);
      }
      if (status !== before) tell("status");
    },
  };
}

function sameStatus(before: ReplicaStatus, now: ReplicaStatus): ReplicaStatus {
  const keys = Object.keys(now) as (keyof ReplicaStatus)[];
  return keys.every((key) => before[key] === now[key]) ? before : now;
}
