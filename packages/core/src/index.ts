// All that other packages may use. Files whose every export is meant for them are exported whole.
export * from "./basics.ts";
export * from "./calendar/calendar.ts";
export * from "./changes/changes.ts";
export { createPersonStore } from "./changes/personStore.ts";
export { saveChanges } from "./changes/saveChanges.ts";
export { readYearDocuments } from "./changes/years.ts";
export * from "./config/config.ts";
export * from "./config/deployment.ts";
export { decodeText, parseCsv, READ_AS_WINDOWS } from "./csv.ts";
export { DailyleetError, type ErrorCode, hasCode, isDailyleetError, orElse } from "./errors.ts";
export { applyMask, type FieldPath, formatFieldPath, parseFieldPath } from "./firestore/masks.ts";
export {
  closedPath,
  closedYearsPath,
  LOCAL_PROJECT_ID,
  marksPath,
  openPath,
  parseDataPath,
} from "./firestore/paths.ts";
export { MAX_DOCUMENT_BYTES, storedSize } from "./firestore/size.ts";
export { booleanValue, type Fields, integerValue, mapValue, readMap, type Value } from "./firestore/values.ts";
export { laterVersion } from "./firestore/version.ts";
export { type PicturedYear, type PictureTheme, yearPicture } from "./picture/yearPicture.ts";
export * from "./picture/yearText.ts";
export type * from "./ports.ts";
export * from "./practice/marks.ts";
export * from "./practice/plan.ts";
export * from "./practice/practice.ts";
export * from "./practice/schedule.ts";
export * from "./questions/check.ts";
export * from "./questions/lists.ts";
export { readQuestionFile } from "./questions/questionFile.ts";
export * from "./questions/questions.ts";
export { parseSheet, questionsIn, readSheetCopy, type Sheet, type SheetCopy } from "./questions/sheet.ts";
export { jsonSheetAddress, readSpreadsheet } from "./questions/spreadsheet.ts";
export type { QuestionTable } from "./questions/table.ts";
export * from "./replica/freshness.ts";
export type { Cache, Journal, JournalEntry, Lock, Notice, PeerMessage, Peers, Timing } from "./replica/ports.ts";
export * from "./replica/replica.ts";
export type { ReplicaStatus } from "./replica/state.ts";
export { type ShownMarks, shownTicks } from "./replica/views.ts";
export { type DocumentChange, MAX_LISTED, mayList, validationError } from "./rules/documentRules.ts";
export * from "./statistics/heatmap.ts";
export * from "./statistics/statistics.ts";
export {
  mayBeginEarlier,
  type Rest,
  readCurrentStreak,
  restText,
  type Streak,
  streaks,
} from "./statistics/streaks.ts";
export { counted, fold, stripControls, unicodePattern, webLink } from "./text.ts";
export * from "./ticks/allYears.ts";
export { closesAt, closingSoon, closingText } from "./ticks/closing.ts";
export * from "./ticks/sources.ts";
export * from "./ticks/ticks.ts";
export {
  type BackedUpProfile,
  backupDocument,
  entriesOf,
  expiredBackups,
  exportCsv,
  exportDocument,
  type PersonData,
  profileIn,
  sameProfile,
} from "./transfer/exportDocument.ts";
export * from "./transfer/gitHistory.ts";
export * from "./transfer/importFile.ts";
export type { DateOrder, ImportFile, ImportGuide, NumberMeaning } from "./transfer/reading.ts";
export * from "./viewMachine.ts";
