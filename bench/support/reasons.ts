import { type Figure, isMet } from "./figures.ts";

/** Why a target can be missed and what to try next, where that is known. */
const REASONS: readonly { readonly of: RegExp; readonly reason: string }[] = [
  {
    of: /^a sheet of/,
    reason:
      "seven cells of each row are looked at for their kind before they become text; plain text cells could skip that.",
  },
  {
    of: /^--version, time/,
    reason: "commander and the whole bundle are read for it; the launcher could answer alone from package.json (1.05).",
  },
  {
    of: /^(status|tick, local and durable|dailyleet alone|review|mark), time/,
    reason:
      "SQLite takes 0.1 at most; what is left is V8: reading the bundle, and compiling and first running what runs once. " +
      "The next step: commander, a quarter of the bundle, for the few verbs of every day. Ending the process without " +
      "tearing it down, and V8 on a single thread, were tried and did not help; keeping what a verb had compiled took " +
      "a few milliseconds off a tick, and was not worth a loader of our own.",
  },
  {
    of: /^… the first of a day, with its backup, time/,
    reason:
      "the backup takes 6 ms of a processor for two full years: half of it to read and parse them, a third to make the " +
      "export; 30 ms for ten years and 6,000 marks. Plainer loops were tried and changed nothing, and a cache of closed " +
      "years would be the digests that went. The rest waits for the disk.",
  },
  {
    of: /^(status|tick, local and durable), peak memory/,
    reason:
      "the bundle takes 1.08, and a quarter of its bytes are commander; the rest is V8 and its compilers on two other threads, where " +
      "the loops over the days of a year start them. Keeping compiled code changes nothing here. Where Node " +
      "alone takes 42 MB in place of 46, which differs from hour to hour on one machine, the same 49 and 52 MB are more.",
  },
  {
    of: /^questions, .*, time/,
    reason:
      "reading and parsing the whole copy, laying out and writing 5,000 lines, and collecting garbage. The rows of a list " +
      "once more in the copy, without their texts, would take 0.25 off: 9 ms that nobody feels. Printing while reading " +
      "was not tried, since the columns are as wide as the widest name.",
  },
  {
    of: /^tick, over TLS, time/,
    reason:
      "a token from one host, a read and a commit at another: of these the two without which nothing works take what the " +
      "bare row below says, and a local tick comes on top. Beginning both connections before the change is written here " +
      "was tried and changed nothing (3.3 to 3.4, in turns): SQLite lets nothing else happen meanwhile. Tickets of " +
      "earlier TLS sessions would have to be kept as secrets. The read tells what undo has to restore, also after an " +
      "answer that was lost; this computer's copy could say so instead, if the document named who wrote it last.",
  },
  {
    of: /^dailyleet, first contentful paint/,
    reason:
      "half of it passes in the browser before the page's first byte is read, which is why the ratio grows on a faster " +
      "machine; then the style sheet is awaited. Putting that into the page was tried and changed nothing. That nothing " +
      "waits for the worker to start any more took a tenth to a fifth off.",
  },
  {
    of: /^dailyleet, (ready|own ticks)/,
    reason:
      "React draws the days that the window may show (up to 35 on a desktop, 13 on a phone), with five cells each where the " +
      "peer has one; then the browser styles and lays them out, for the way to today and for the frame. Drawing them in " +
      "slices was tried: the ticks came a third later. Drawing only those that do show (30 and 7) takes a script that " +
      "knows every height of the style sheets. The way to today in the frame instead of before it was tried and changed " +
      "nothing. The debugger that drives the browser makes both pages read their scripts once more, for stacks, which " +
      "hides some of the difference: without it the ratios were 1.47 and 1.21, beside a peer without colours.",
  },
  {
    of: /^dailyleet, first click/,
    reason:
      "it comes in the moment when the calendar shows for the first time, and waits for that frame: for five times as " +
      "many cells.",
  },
  {
    of: /^dailyleet, heap/,
    reason:
      "at rest, with all parts of the page. React keeps five times as many cells beside those of the browser (a fiber of " +
      "104 bytes for each, and as much again in properties and elements), there is Firebase Authentication (its " +
      "bytecode), and 0.8 MB are what V8 compiled while the rest of the year was drawn, against 0.4 of the peer's: that " +
      "part differs by 0.2 MB from visit to visit. " +
      "Days that watch nothing themselves, and names of ticks as one piece of text, took 0.25 MB off. The bare calendar " +
      "by hand takes 1.23 MB.",
  },
  {
    of: /^dailyleet, longest task/,
    reason:
      "it is the frame in which the calendar shows for the first time: the days around today are laid out and painted.",
  },
  {
    of: /^Lighthouse, .*, Performance/,
    reason:
      "blocking time, which Lighthouse reckons from the time that passes and not from the processor's: on two busy " +
      "processors a turn takes twice its own time, and that is multiplied by four. A largest paint that waits for 91 kB " +
      "of scripts is the rest. Signed in, the longest tasks left are the frame in which the calendar shows, its way to " +
      "today, and the first turn of the scripts, half of which is V8 reading them again for the stacks that Lighthouse " +
      "records. The questions' parts are asked for in one turn, then their style sheet and the list beside each other; at " +
      "our own server, without HTTP/2, each turn costs a simulated phone two ways more.",
  },
  {
    of: /^dailyleet (status|stats), time/,
    reason:
      "ten years of documents are read and parsed, and their days counted for the streaks and the strength, in code that " +
      "V8 has not optimised yet. What one year costs has become less, too, so that the ratio says less.",
  },
  {
    of: /^dailyleet, toggle/,
    reason:
      "a click takes the main thread 6 ms at full speed, the peer's 5: 2.8 are script (the peer's 4: it draws all its " +
      "days), and the frame then has 2.8 to do where the peer's has 0.7: 1 layout, 0.5 style, 0.7 paint, 0.4 layers, " +
      "0.2 looking which days are in the window. Both wait in between for the screen's next turn. " +
      "React draws the month's list, the day, the status line and the offer to undo; all that looks back over the year " +
      "waits for the end of the burst. That the offer keeps its width from click to click took half a millisecond off. " +
      "Tried without gain: `contain` around ticks, ring and card (what is laid out is the way down to them), days without " +
      "`content-visibility` (less intersecting, more compositing), headings that do not stick, no other months, no strip.",
  },
];

/** A line for each reason why targets are missed, with all figures that it is true of. */
export function missedAndWhy(figures: readonly Figure[]): string[] {
  const missed = new Map<string, string[]>();
  for (const figure of figures.filter((figure) => !isMet(figure))) {
    const name = `${figure.name}, ${figure.measure}`;
    const reason = REASONS.find(({ of }) => of.test(name))?.reason ?? "not yet known; profile it.";
    missed.set(reason, [...(missed.get(reason) ?? []), name]);
  }
  return [...missed].map(([reason, names]) => `- ${names.join("; ")}: ${reason}`);
}
