/** Time that passes only when everything that is due has been done. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back at that moment, or at once when it is past; the answer cancels it. */
  at(moment: number, callback: () => void): () => void;
  sleep(ms: number): Promise<void>;
  /** Works through everything that is due until then. */
  runUntil(moment: number): Promise<void>;
}

interface Event {
  readonly moment: number;
  readonly callback: () => void;
}

export function createClock(start: number): Clock {
  /** The next event last; of one moment, the one that came first. */
  const queue: Event[] = [];
  let now = start;

  const at = (moment: number, callback: () => void) => {
    let isCancelled = false;
    const event = { moment: Math.max(moment, now), callback: () => isCancelled || callback() };
    queue.splice(queue.findLastIndex((other) => other.moment > event.moment) + 1, 0, event);
    return () => {
      isCancelled = true;
    };
  };

  return {
    now: () => now,
    at,
    sleep: (ms) => new Promise((resolve) => at(now + ms, resolve)),
    async runUntil(moment) {
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
