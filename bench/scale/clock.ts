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
  readonly number: number;
  readonly callback: () => void;
}

export function createClock(start: number): Clock {
  const queue = createQueue();
  let now = start;
  let count = 0;

  const at = (moment: number, callback: () => void) => {
    let isCancelled = false;
    queue.push({ moment: Math.max(moment, now), number: count++, callback: () => isCancelled || callback() });
    return () => {
      isCancelled = true;
    };
  };

  return {
    now: () => now,
    at,
    sleep: (ms) => new Promise((resolve) => at(now + ms, resolve)),
    async runUntil(moment) {
      for (let event = queue.peek(); event && event.moment <= moment; event = queue.peek()) {
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

/** A binary heap, the earliest event first; events of one moment in the order in which they came. */
function createQueue() {
  const heap: Event[] = [];
  const isBefore = (a: Event, b: Event) => a.moment < b.moment || (a.moment === b.moment && a.number < b.number);
  const at = (index: number) => heap[index] as Event;
  const swap = (a: number, b: number) => {
    const kept = at(a);
    heap[a] = at(b);
    heap[b] = kept;
  };

  return {
    peek: (): Event | undefined => heap[0],
    push(event: Event) {
      heap.push(event);
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!isBefore(at(child), at(parent))) break;
        swap(child, parent);
        child = parent;
      }
    },
    pop() {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
      for (let parent = 0; ; ) {
        const children = [2 * parent + 1, 2 * parent + 2].filter((child) => child < heap.length);
        const first = children.reduce((best, child) => (isBefore(at(child), at(best)) ? child : best), parent);
        if (first === parent) break;
        swap(parent, first);
        parent = first;
      }
    },
  };
}
