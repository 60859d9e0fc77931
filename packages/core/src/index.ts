export {
  type CivilDate,
  civilDateAt,
  DAYS_PER_YEAR,
  type DayNumber,
  dayOfYear,
  isDayNumber,
  isLeapYear,
  isSameDate,
  isSharedDay,
  isTickYear,
  MONTH_LENGTHS,
  SHARED_DAY,
} from "./calendar/calendar.ts";
export { addDays, epochDay, epochDayOf, formatDate, fromEpochDay, weekday } from "./calendar/civilDays.ts";
export { dayHeading, longDate, MONTH_NAMES, monthDay, WEEKDAY_NAMES } from "./calendar/dateText.ts";
export { parseDate } from "./calendar/parseDate.ts";
export {
  applyChange,
  type Cell,
  type CellState,
  type Cells,
  type Change,
  cellKey,
  cellsOf,
  changeOf,
  documentPart,
  entryOf,
  isMarkChange,
  isReal,
  LARGE_UNDO,
  type Part,
  partOf,
  placeOf,
  plain,
  restoring,
  type SavedChange,
  type SavedMark,
  type SavedTick,
  stateIn,
  stateOf,
  withStateBefore,
  yearsOfChanges,
} from "./changes/changes.ts";
export { closeYear } from "./changes/closeYear.ts";
export { createLeanPersonStore } from "./changes/leanPersonStore.ts";
export { coalesce, overlay, refusedChanges, sendable } from "./changes/pending.ts";
export { createPersonStore } from "./changes/personStore.ts";
export { createReading } from "./changes/readYears.ts";
export { saveChanges } from "./changes/saveChanges.ts";
export { type Config, isLoopback, parseConfig, parseServedConfig, sourcesOf } from "./config/config.ts";
export { contentSecurityPolicy } from "./config/contentSecurity.ts";
export { deployedPage } from "./config/deployedPage.ts";
export { firebaseJsonFor } from "./config/firebaseJson.ts";
export { DailyleetError, type ErrorCode, hasCode } from "./errors.ts";
export { type FieldPath, formatFieldPath, parseFieldPath } from "./firestore/fieldPath.ts";
export { applyMask } from "./firestore/mask.ts";
export {
  closedPath,
  closedYearsPath,
  LOCAL_PROJECT_ID,
  marksPath,
  openPath,
  parseDataPath,
} from "./firestore/paths.ts";
export { booleanValue, type Fields, integerValue, isRecord, mapValue, readMap, type Value } from "./firestore/value.ts";
export { laterVersion } from "./firestore/version.ts";
export { once } from "./once.ts";
export type { PictureTheme } from "./picture/colours.ts";
export { type PicturedYear, yearPicture } from "./picture/yearPicture.ts";
export type {
  Closing,
  DocumentStore,
  DocumentWrite,
  GetIdToken,
  ListedDocument,
  Outbox,
  PendingChange,
  PersonDocument,
  PersonStore,
  Reading,
  Sendable,
  StoredDocument,
} from "./ports.ts";
export { findQuestion } from "./practice/findQuestion.ts";
export { isMarkable } from "./practice/markable.ts";
export {
  isMark,
  MARK_WORDS,
  type Mark,
  type MarkCell,
  type MarkChange,
  type Marks,
  type MarkWord,
  markOf,
  marksOf,
  NO_MARKS,
  parseMark,
  type QuestionMarks,
  readMarks,
} from "./practice/marks.ts";
export {
  dailyPlan,
  distinctQuestions,
  dueOf,
  type ListedQuestion,
  type PlannedQuestion,
  type PracticeSummary,
  type PractisedQuestion,
  practiceOf,
  practiceSummary,
  suggest,
} from "./practice/practice.ts";
export {
  type CardStates,
  cardStatesOf,
  formatCardStates,
  nextDue,
  type PracticeState,
  type Progress,
  parseCardStates,
  progressAt,
  progressOf,
} from "./practice/schedule.ts";
export { SHEET_PREFIX, SHEET_SUFFIX } from "./questions/gviz.ts";
export { allTags, filterQuestions, type Question, questionKey, searchWords } from "./questions/questions.ts";
export { parseSheet } from "./questions/sheet.ts";
export { jsonSheetAddress } from "./questions/sheetAddress.ts";
export { checkSheet, type SheetReport } from "./questions/sheetCheck.ts";
export { type Difficulty, difficultyOf, groupByTopic, topicOf } from "./questions/topics.ts";
export { CLOUD_POLICY, keepFresh, LOCAL_POLICY, type SyncPolicy } from "./replica/freshness.ts";
export type { Cache, Journal, Lock, Notice, NumberedChange, PeerMessage, Peers, Timing } from "./replica/ports.ts";
export { createReplica, type Replica } from "./replica/replica.ts";
export type { ReplicaStatus } from "./replica/state.ts";
export { type ShownMarks, shownTicks } from "./replica/views.ts";
export { type DocumentChange, MAX_LISTED, mayList, refusal } from "./rules/documentRules.ts";
export { type CurrentStreak, readCurrentStreak } from "./statistics/currentStreak.ts";
export { describeDay, type Heatmap, type HeatmapDay, heatmap, isEmptyAhead } from "./statistics/heatmap.ts";
export {
  lastDayOf,
  START_STREAK,
  streakText,
  streakTitle,
  type Totals,
  totals,
  type YearSummary,
  yearSummary,
} from "./statistics/statistics.ts";
export { type Streak, streaks } from "./statistics/streaks.ts";
export { explainStrength, STRENGTH_FORMULA, strengthReason } from "./statistics/strength.ts";
export {
  LABEL_WIDTH,
  levelMark,
  monthLabels,
  PLAIN_LOOK,
  weekdayLabel,
  type YearView,
  yearText,
} from "./statistics/yearText.ts";
export { fold, stripControls, unicodePattern } from "./text.ts";
export { allYears, yearsUpTo } from "./ticks/allYears.ts";
export { missingYear, type ReadYears, readBack } from "./ticks/earlierYears.ts";
export { dayAt, packYear, unpackYear } from "./ticks/packedYear.ts";
export {
  DEFAULT_SOURCES,
  isSourceNumber,
  parseSource,
  parseSources,
  SOURCE_NUMBERS,
  type Source,
  type SourceNumber,
  sourceName,
} from "./ticks/sources.ts";
export {
  countDone,
  countDoneCells,
  type DayTicks,
  dayTicks,
  doneCells,
  hasDone,
  isDone,
  NO_TICKS,
  readTicks,
  readYear,
  type TickCell,
  type TickChange,
  type Ticks,
  type TicksByYear,
  toggle,
} from "./ticks/ticks.ts";
export { exportCsv, exportDocument, type PersonData } from "./transfer/exportDocument.ts";
export { type ImportFile, parseImport, type Remedies } from "./transfer/importFile.ts";
export { countMarks, type ImportPlan, type MarkPlan, planImport, plannedChanges } from "./transfer/planImport.ts";
export type { DateOrder, ImportGuide, NumberMeaning } from "./transfer/reading.ts";
export { INITIAL_VIEW, press, type Screen, screenOf, type ViewButton, type ViewState } from "./viewMachine.ts";
export { webLink } from "./webLink.ts";
export { counted } from "./words.ts";
