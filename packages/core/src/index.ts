export { backOff, codeOf, isRecord, once, own, parseJson } from "./basics.ts";
export {
  addDays,
  type CivilDate,
  civilDateAt,
  DAYS_PER_YEAR,
  type DayNumber,
  dayOfYear,
  epochDay,
  epochDayOf,
  formatDate,
  fromEpochDay,
  isDayNumber,
  isLeapYear,
  isSameDate,
  isSharedDay,
  isTickYear,
  MONTH_LENGTHS,
  readDate,
  SHARED_DAY,
  weekday,
} from "./calendar/calendar.ts";
export { dayHeading, longDate, MONTH_NAMES, monthDay, parseDate, WEEKDAY_NAMES } from "./calendar/dates.ts";
export { dateOfTime, todayAt } from "./calendar/today.ts";
export {
  applyChange,
  type Cell,
  type CellState,
  type Cells,
  type Change,
  cellKey,
  cellsOf,
  changeOf,
  coalesce,
  isMarkChange,
  isReal,
  LARGE_UNDO,
  overlay,
  placeOf,
  plain,
  restoring,
  type SavedChange,
  type SavedMark,
  type SavedTick,
  stateIn,
  stateOf,
  type TableId,
  tableIn,
  tableOf,
  withStateBefore,
  yearsOfChanges,
} from "./changes/changes.ts";
export { closeYear } from "./changes/closeYear.ts";
export { createPersonStoreWith } from "./changes/personStore.ts";
export { createPersonStore, createReading } from "./changes/readYears.ts";
export { saveChanges } from "./changes/saveChanges.ts";
export {
  type Choices,
  type Config,
  isLoopback,
  isZone,
  parseChoices,
  parseConfig,
  parseServedConfig,
  sourcesOf,
} from "./config/config.ts";
export { contentSecurityPolicy, deployedPage, firebaseJsonFor } from "./config/deployment.ts";
export { DailyleetError, type ErrorCode, hasCode } from "./errors.ts";
export { applyMask, type FieldPath, formatFieldPath, parseFieldPath } from "./firestore/mask.ts";
export {
  closedPath,
  closedYearsPath,
  LOCAL_PROJECT_ID,
  marksPath,
  openPath,
  parseDataPath,
} from "./firestore/paths.ts";
export {
  booleanValue,
  type Fields,
  integerValue,
  laterVersion,
  MAX_DOCUMENT_BYTES,
  mapValue,
  readMap,
  storedSize,
  type Value,
} from "./firestore/value.ts";
export type { PictureTheme } from "./picture/colours.ts";
export { type PicturedYear, yearPicture } from "./picture/yearPicture.ts";
export type {
  Backoff,
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
  YearDocument,
} from "./ports.ts";
export { findQuestion } from "./practice/findQuestion.ts";
export {
  isMark,
  isMarkable,
  MARK_WORDS,
  type Mark,
  type MarkCell,
  type MarkChange,
  type Marks,
  markOf,
  marksOf,
  NO_MARKS,
  parseMark,
  type QuestionMarks,
  readMarks,
} from "./practice/marks.ts";
export {
  type DailyOptions,
  dailyPlan,
  historyOf,
  type PlannedDay,
  type PlannedQuestion,
  type StudyPlan,
  studyPlan,
  upcoming,
} from "./practice/plan.ts";
export {
  distinctQuestions,
  dueOf,
  type ListedQuestion,
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
export { jsonSheetAddress, SHEET_PREFIX, SHEET_SUFFIX } from "./questions/gviz.ts";
export {
  LIST_NAMES,
  LIST_TITLES,
  type ListName,
  listOf,
  type PlanSpan,
  planOf,
  SHEET_FILE,
  type SheetPlace,
  sheetsOf,
} from "./questions/lists.ts";
export {
  allTags,
  DIFFICULTIES,
  type Difficulty,
  difficultyOf,
  filterQuestions,
  groupByTopic,
  joinLists,
  type Question,
  questionKey,
  readDifficulty,
  searchWords,
  topicOf,
} from "./questions/questions.ts";
export { parseSheet } from "./questions/sheet.ts";
export { checkSheet, type SheetReport } from "./questions/sheetCheck.ts";
export { sheetOfFile } from "./questions/sheetFile.ts";
export { CLOUD_POLICY, keepFresh, LOCAL_POLICY, type SyncPolicy } from "./replica/freshness.ts";
export type { Cache, Journal, Lock, Notice, NumberedChange, PeerMessage, Peers, Timing } from "./replica/ports.ts";
export { createReplica, type Replica } from "./replica/replica.ts";
export type { ReplicaStatus } from "./replica/state.ts";
export { type ShownMarks, shownTicks } from "./replica/views.ts";
export { type DocumentChange, MAX_LISTED, mayList, validationError } from "./rules/documentRules.ts";
export { describeDay, type Heatmap, type HeatmapDay, heatmap, isEmptyAhead } from "./statistics/heatmap.ts";
export { isResting, NO_REST, type Rest, restText } from "./statistics/rest.ts";
export {
  explainStrength,
  lastDayOf,
  START_STREAK,
  STRENGTH_FORMULA,
  streakText,
  streakTitle,
  strengthReason,
  type Totals,
  totals,
  type YearSummary,
  yearSummary,
} from "./statistics/statistics.ts";
export { type CurrentStreak, mayBeginEarlier, readCurrentStreak, type Streak, streaks } from "./statistics/streaks.ts";
export {
  LABEL_WIDTH,
  levelMark,
  monthLabels,
  PLAIN_STYLE,
  restLegend,
  weekdayLabel,
  type YearView,
  yearText,
} from "./statistics/yearText.ts";
export { counted, fold, stripControls, unicodePattern, webLink } from "./text.ts";
export { allYears, missingYear, type ReadYears, readBack, yearsUpTo } from "./ticks/allYears.ts";
export { closesAt, closingSoon, closingText } from "./ticks/closing.ts";
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
  dayAt,
  dayTicks,
  doneCells,
  hasDone,
  isDone,
  NO_TICKS,
  packYear,
  readTicks,
  readYear,
  type TickCell,
  type TickChange,
  type Ticks,
  type TicksByYear,
  toggle,
  unpackYear,
} from "./ticks/ticks.ts";
export { type BackedUpProfile, backupDocument, expiredBackups, profileIn } from "./transfer/backups.ts";
export { exportCsv, exportDocument, type PersonData } from "./transfer/exportDocument.ts";
export {
  type Commit,
  createHistoryReader,
  type GitHistory,
  type HistoryGuide,
  solvedMarks,
} from "./transfer/gitHistory.ts";
export { type ImportFile, parseImport, type Remedies } from "./transfer/importFile.ts";
export { countMarks, type ImportPlan, type MarkPlan, planImport, plannedChanges } from "./transfer/planImport.ts";
export type { DateOrder, ImportGuide, NumberMeaning } from "./transfer/reading.ts";
export { INITIAL_VIEW, press, type Screen, screenOf, type ViewButton, type ViewState } from "./viewMachine.ts";
