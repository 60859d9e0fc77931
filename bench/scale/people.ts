import type { Random } from "../../tests/support/random.ts";

type DeviceKind = "page" | "phone" | "terminal";

export interface Person {
  readonly uid: string;
  /** Hours ahead of UTC. */
  readonly zone: number;
  readonly devices: readonly DeviceKind[];
}

/** One visit; all times are in milliseconds. */
export interface Visit {
  /** Since the person's midnight. */
  readonly at: number;
  readonly device: DeviceKind;
  /** Clicks on sources, since the visit's beginning. */
  readonly clicks: readonly number[];
  /** Marks of questions, since the visit's beginning. */
  readonly marks: readonly number[];
  /** How long the person looks at the page. */
  readonly stay: number;
  /** The page's state after that. */
  readonly after: "closed" | "hidden";
  /** How long the network is away, from the visit's beginning; 0 if it is there. */
  readonly offline: number;
}

const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Hours ahead of UTC, and the per cent of people there; rounded from tables of internet users by country. */
const ZONES: readonly (readonly [number, number])[] = [
  [8, 24],
  [5.5, 20],
  [1, 9],
  [3, 8],
  [7, 7],
  [2, 6],
  [-5, 6],
  [-3, 5],
  [9, 4],
  [-6, 4],
  [0, 3],
  [-8, 2],
  [5, 2],
];

/** Hours of a person's day, and how likely a visit is in each. */
const HOURS: readonly (readonly [number, number])[] = Array.from({ length: 24 }, (_, hour) => {
  if (hour < 6) return [hour, 0.3] as const;
  if (hour < 18) return [hour, 2] as const;
  return [hour, 6] as const;
});

export function createPerson(number: number, random: Random): Person {
  const extra = [random.chance(0.6) && "phone", random.chance(0.25) && "terminal"] as const;
  const devices = ["page" as const, ...extra.filter((device) => device !== false)];
  return { uid: `person${number}`, zone: random.pick(ZONES), devices };
}

/** No visit on one day in five, else one to four visits, most with a burst of clicks. */
export function planDay(person: Person, random: Random): Visit[] {
  if (random.chance(0.2)) return [];
  return Array.from({ length: random.integer(1, 4) }, () => planVisit(person, random)).sort((a, b) => a.at - b.at);
}

function planVisit({ devices }: Person, random: Random): Visit {
  const device = random.pick(devices.map((kind) => [kind, kind === "page" ? 3 : 2] as const));
  const isOnSecondScreen = device === "page" && random.chance(0.1);
  return {
    at: random.pick(HOURS) * HOUR + random.between(0, HOUR),
    device,
    clicks: random.chance(0.6) ? planBurst(random) : [],
    marks: random.chance(0.3) ? planMarks(random) : [],
    stay: isOnSecondScreen ? random.between(1 * HOUR, 4 * HOUR) : random.between(0.5 * MINUTE, 12 * MINUTE),
    after: random.chance(0.5) ? "closed" : "hidden",
    offline: device === "phone" && random.chance(0.15) ? random.between(10 * MINUTE, 10 * HOUR) : 0,
  };
}

/** The longest pause in a burst; a later click begins the next burst. */
export const BURST_PAUSE = 3 * SECOND;

/** Each question takes minutes. */
function planMarks(random: Random): number[] {
  let at = 0;
  return Array.from({ length: random.integer(1, 3) }, () => {
    at += random.between(1 * MINUTE, 6 * MINUTE);
    return at;
  });
}

function planBurst(random: Random): number[] {
  let at = random.between(3 * SECOND, 25 * SECOND);
  return Array.from({ length: random.integer(1, 5) }, () => {
    at += random.between(0.3 * SECOND, 2.5 * SECOND);
    return at;
  });
}
