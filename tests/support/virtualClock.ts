export type Clock = ReturnType<typeof createClock>;

interface Event {
  readonly moment: number;
  readonly callback: () => void;
}

/** Time that passes only when everything that is due has been done. */
export function createClock(start: number) {
  /** The next event last; of one moment, the one that came first. */
  const queue: Event[] = [];
  let now = start;

  /** Calls back at that moment, or at once when it is past; the answer cancels it. */
  const at = (moment: number, callback: () => void) => {
    let isCancelled = false;
    const event = { moment: Math.max(moment, now), callback: () => isCancelled || callback() };
    queue.splice(queue.findLastIndex((other) => other.moment > event.moment) + 1, 0, event);
    return () => {
      isCancelled = true;
    };
  };

  return {
    /** Milliseconds since the epoch. */
    now: () => now,
    at,
    sleep: (ms: number) => new Promise<void>((resolve) => at(now + ms, resolve)),
    /** Works through everything that is due until then. */
    async runUntil(moment: number) {
      for (let event = queue.at(-1); event && event.moment <= moment; event = queue.at(-1)) {
        queue.pop();
        now = event.moment;
        event.callback();
        // Promises that this settled go on before the next event.
        await new Promise(setImmediate);
      }
      now = moment;
    },
  };
}
