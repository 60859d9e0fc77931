/** Why a target can be missed and what to try next, where that is known. */
const REASONS: readonly { readonly of: RegExp; readonly reason: string }[] = [
  {
    of: /^--version, time/,
    reason: "the whole bundle is read for it; the launcher could answer alone from package.json (1.05).",
  },
  {
    of: /^status, /,
    reason:
      "years are read until one is empty, which is enough work for V8 to start its optimising compilers, in memory " +
      "too; a year further back is needed only while the streak reaches its first day.",
  },
  {
    of: /^tick, local and durable, peak memory/,
    reason: "SQLite takes 1.02 and the bundle 1.08; the rest is V8 optimising the loops over a year of days.",
  },
  {
    of: /^tick, local and durable, time/,
    reason:
      "the disk is asked six times to write through: twice for a new log, once for each of two transactions, twice " +
      "when the last connection closes; one transaction and a log that stays would leave one or two.",
  },
  {
    of: /^questions, .*, time/,
    reason: "every text is folded for a search without words, and every line is taken apart to see whether it fits.",
  },
  {
    of: /^tick, over TLS, time/,
    reason:
      "an ID token comes from one host and the commit goes to another: two TLS connections, where the limit has one; " +
      "and the year is read although this computer has a copy, whose version the commit would prove.",
  },
  {
    of: /^dailyleet, (ready|first contentful paint)/,
    reason: "almost 600 kB of HTML, mostly the links and labels of 1,825 cells, are parsed before any script runs.",
  },
  {
    of: /^dailyleet, (first click|toggle), to the frame/,
    reason: "a click is on the disk before the screen shows it; the components it is compared with keep nothing.",
  },
  {
    of: /^dailyleet, heap/,
    reason: "Firebase Authentication, and five times as many cells.",
  },
  {
    of: /^limits, reads per opening/,
    reason: "a page that is looked at asks for news every minute; in the cloud, coming back to it is enough.",
  },
  {
    of: /^limits, commits per burst/,
    reason: "a second without a click ends a burst; people who go through five sites pause longer: three seconds.",
  },
  {
    of: /^New Year, share closed in the busiest minute/,
    reason: "every open page closes the year within seconds of midnight; one that nobody looks at could wait.",
  },
  {
    of: /^dailyleet, toggle, script and layout/,
    reason: "what is worked out from the year is drawn anew with every click; it could wait for a quiet moment.",
  },
  {
    of: /^commits, \d+ connections?, rate/,
    reason:
      "a whole document is parsed, compared, merged and written for each commit; commits that wait for the disk " +
      "could share one.",
  },
];

export function reasonFor(name: string, measure: string): string {
  const known = REASONS.find(({ of }) => of.test(`${name}, ${measure}`));
  return known?.reason ?? "not yet known; profile it.";
}
