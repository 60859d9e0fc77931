import type { Wait } from "@dailyleet/client";

/** A clock that moves only by `wait` or `jump`, so that no test really waits. */
export interface VirtualTime {
  readonly wait: Wait;
  now(): number;
  /** Moves the clock without a wait, as a laptop's sleep or a wrong clock does. */
  jump(ms: number): void;
  /** All waits so far, in milliseconds. */
  readonly waits: number[];
}

export function createVirtualTime(start = Date.UTC(2026, 10, 20)): VirtualTime {
  let time = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    jump: (ms) => {
      time += ms;
    },
    wait: async (ms) => {
      waits.push(ms);
      time += ms;
    },
  };
}
