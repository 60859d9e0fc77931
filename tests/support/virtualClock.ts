export type Clock = ReturnType<typeof createClock>;

interface Event {
  readonly moment: number;
  readonly callback: () => void;
}

/** A virtual clock. Before time passes, everything that is due has run. */
export function createClock(start: number) {
  /** The next event is last; of events at the same moment the earliest added comes first. */
  const queue: Event[] = [];
  let now = start;

  /** Calls back at that moment, or at once if it is past. Returns a function that cancels. */
  const at = (moment: number, callback: () => void) => {
    let isCancelled = false;
    const event = { moment: Math.max(moment, now), callback: () => isCancelled || callback() };
    queue.splice(queue.findLastIndex((other) => other.moment > event.moment) + 1, 0, event);
    return () => {
      isCancelled = true;
    };
  };

  return {
    /** In milliseconds since the epoch. */
    now: () => now,
    at,
    sleep: (ms: number) => new Promise<void>((resolve) => at(now + ms, resolve)),
    /** Runs everything that is due until `moment`. */
    async runUntil(moment: number) {
      for (let event = queue.at(-1); event && event.moment <= moment; event = queue.at(-1)) {
        queue.pop();
        now = event.moment;
        event.callback();
        // Let settled promises continue before the next event.
        await new Promise(setImmediate);
      }
      now = moment;
    },
  };
}
