import { type CivilDate, flush, hasCode, type Outcome, readYearDocument, type YearDocument } from "@dailyleet/core";
import { keep, keptYear } from "../lib/kept.ts";
import { type ConsoleText, report } from "../lib/report.ts";
import type { Line } from "./line.ts";
import { endSession } from "./session.ts";
import { noteSync } from "./status.ts";
import { hasLearnt, learnYear, setPending } from "./ticks.ts";
import { $today, $year } from "./today.ts";

/** Sends the outbox and then, where asked, reads the shown year. The caller holds the person's lock. */
export async function exchange(line: Line, isReadDue: boolean): Promise<Outcome> {
  const today = $today.get();
  const year = $year.get();
  if (today === null || year === null) return "rest";
  const { error } = await flush(line, line.uid, today, {
    known: () => line.known,
    isRetry: line.isRetryDue,
    onSaved: (document) => noteStored(line, document),
  });
  const pending = await line.outbox.list(line.uid);
  if (line.gone.aborted) return "rest";
  setPending(pending);
  // What was refused for good is marked in the outbox and told; it does not keep the rest from going on.
  if (error && hasCode(error, "refused", "usage")) {
    report("Error saving tick", error);
    noteSync(hasCode(error, "refused") ? "refused" : "held");
  } else if (error) return noteFailure("Error saving tick", error);
  line.isRetryDue = false;
  return isReadDue ? readShownYear(line, year, today) : "rest";
}

function noteStored(line: Line, document: YearDocument): void {
  noteDocument(line, document);
  line.tabs.tell({ kind: "stored", document });
  noteSync("stored");
}

async function readShownYear(line: Line, year: number, today: CivilDate): Promise<Outcome> {
  try {
    const document = await readYearDocument(line.store, year, today);
    if (line.gone.aborted) return "rest";
    if (!document?.version && !hasLearnt(year)) console.info("No ticks data found for user");
    if (document) noteDocument(line, document);
    else learnYear(year, {});
    noteSync("shown");
    return "rest";
  } catch (error) {
    if (line.gone.aborted) return "rest";
    return noteFailure("Error fetching ticks", error);
  }
}

/** Shows and keeps what the server holds. */
export function noteDocument(line: Line, document: YearDocument): void {
  const { year, fields } = document;
  if (line.gone.aborted || year === null) return;
  line.known = document;
  learnYear(year, fields);
  void keep(keptYear(line.uid, year), fields);
}

function noteFailure(text: ConsoleText, error: unknown): Outcome {
  report(text, error);
  if (hasCode(error, "signin-needed")) endSession();
  else if (hasCode(error, "refused")) noteSync("hidden");
  else {
    noteSync(hasCode(error, "conflict") ? "held" : "offline");
    return "retry";
  }
  return "rest";
}
