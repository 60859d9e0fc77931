// The names that other packages use, and no others: knip refuses the rest.
export { backOff, codeOf, isRecord, once, own, parseJson } from "./basics.ts";
export {
  addDays,
  type CivilDate,
  civilDateAt,
  DAYS_PER_YEAR,
  type DayNumber,
  dayHeading,
  dayOfYear,
  epochDay,
  epochDayOf,
  firstWeekday,
  formatDate,
  fromEpochDay,
  isCivilDate,
  isDayNumber,
  isLeapYear,
  isSameDate,
  isTickYear,
  longDate,
  MONTH_LENGTHS,
  MONTH_NAMES,
  monthDay,
  parseDate,
  placeInWeek,
  readDate,
  shortDate,
  todayAt,
  WEEKDAY_NAMES,
  weekday,
  weekdayNames,
} from "./calendar/calendar.ts";
export { isSharedDay, SHARED_DAY } from "./calendar/sharedDay.ts";
export { cellKey, cellKeys, coalesce } from "./changes/cells.ts";
export { applyChanges, batchesOf, type Cell, type CellState, type Cells, type Change, cellsIn, changesOf, hasEffect, inverseOf, LARGE_CHANGE, type MadeChange, overlay, stateIn, type TableId, yearsOfChanges } from "./changes/changes.ts";
export { judgeOfSetting, settingChanges, settingText, sourceOfSetting, textsInForce, unsetChanges } from "./config/change.ts";
export { type Config, type ConfigFile, parseServedConfig, readConfig, requireSources, type SiteConfig, unusableText } from "./config/config.ts";
export { contentSecurityPolicy, deployedPage, firebaseJsonFor } from "./config/deployment.ts";
export { configFor } from "./config/held.ts";
export { readFlag, SETTING_OFFERS, textsOfWords } from "./config/words.ts";
export { decodeText, parseCsv, READ_AS_WINDOWS } from "./csv.ts";
export { configError, conflictError, DailyleetError, type ErrorCode, exitCodeOf, hasCode, importError, interruptedError, isDailyleetError, orElse, refusedError, sheetError, signInFailed, signInNeeded, storageError, unavailableError, usageError } from "./errors.ts";
export { applyMask, type FieldPath, formatFieldPath, parseFieldPath } from "./firestore/masks.ts";
export { closedPath, closedYearsPath, LOCAL_PROJECT_ID, type NamedTable, namedPath, openPath, parseDataPath } from "./firestore/paths.ts";
export { MAX_DOCUMENT_BYTES, storedSize } from "./firestore/size.ts";
export { booleanValue, type Fields, integerValue, mapValue, readMap, type Value } from "./firestore/values.ts";
export { laterVersion } from "./firestore/version.ts";
export { isFault, type JudgeAnswer, type JudgeFault, type JudgeQuery, type Kept, keptAnswers } from "./judges/answers.ts";
export { tickBeside } from "./judges/beside.ts";
export { consentText } from "./judges/consent.ts";
export { isAccount, JUDGES, noSourceText, profileAddress, readAccount, readJudge, sourceOfLink } from "./judges/judges.ts";
export { dayOf, daysOf, type FoundDay, type FoundTick, solvedQuestions } from "./judges/offers.ts";
export { type NamedProblem, problemQuery } from "./judges/problems.ts";
export { type Found, type Submission, submissionsQuery } from "./judges/submissions.ts";
export { characterOf } from "./keys.ts";
export { inAll, type PictureTheme, yearPicture } from "./picture/yearPicture.ts";
export { heatmapLines, LABEL_WIDTH, levelMark, monthLabels, PLAIN_STYLE, restLegend, yearText } from "./picture/yearText.ts";
export type { Backoff, DocumentStore, DocumentWrite, GetIdToken, ListedDocument, Outbox, OutboxEntry, PendingChange, PersonStore, StoredDocument, YearDocument } from "./ports.ts";
export { isMark, isMarkable, MARK_WORDS, type Mark, type MarkChange, type Marks, markCell, markOf, marksIn, marksOf, NO_MARKS, parseMark, type QuestionMarks } from "./practice/marks.ts";
export { type Coming, comingBack, dailyPlan, historyOf, type PlannedDay, type PlannedQuestion, type StudyPlan, studyPlan, upcoming } from "./practice/plan.ts";
export { distinctQuestions, dueOf, findQuestion, type ListedQuestion, matchQuestions, type PracticeSummary, type PractisedQuestion, practiceOf, practiceSummary, slugOf, suggest } from "./practice/practice.ts";
export { type MarkChoice, markChoices, roundAt } from "./practice/round.ts";
export { nextDue, type PracticeState, type Progress, progressOf } from "./practice/schedule.ts";
export { ALL_CAUGHT_UP, doneText, dueText, inDays, interviewPlanText, interviewText, nextDueText, paceText, practisedText, progressText, shortDueText, stateText, studyPlanText, tomorrowText } from "./practice/wording.ts";
export { checkTable, type SheetReport } from "./questions/check.ts";
export { LIST_TITLES, listOf, type PlanSpan, planOf, SHEET_FILE, type SheetPlace, sheetsOf } from "./questions/lists.ts";
export { readQuestionFile } from "./questions/questionFile.ts";
export { allTags, DIFFICULTIES, type Difficulty, difficultyOf, filterQuestions, groupByTopic, joinLists, type Question, questionKey, readDifficulty, searchWords, topicOf } from "./questions/questions.ts";
export { parseSheet, questionsIn, readSheetCopy, type Sheet, type SheetCopy } from "./questions/sheet.ts";
export { jsonSheetAddress, readSpreadsheet } from "./questions/spreadsheet.ts";
export type { QuestionTable } from "./questions/table.ts";
export { filledText, objectWith, optional, tryRead, Unreadable } from "./readers.ts";
export { CLOUD_POLICY, keepFresh, LOCAL_POLICY, type SyncPolicy } from "./replica/freshness.ts";
export type { Cache, Journal, JournalEntry, Lock, Notice, PeerMessage, Peers, Timing } from "./replica/ports.ts";
export { createReplica, type Replica } from "./replica/replica.ts";
export { type ReplicaStatus, type ShownMarks, shownTicks } from "./replica/views.ts";
export { type DocumentChange, MAX_LISTED, mayList, validationError } from "./rules/documentRules.ts";
export { isSettingCell, isSettingText, NO_SETTINGS, type PersonSettings, SETTING_PARTS, type SettingChange, type SettingParts, settingCell, settingOf, settingsIn } from "./settings/settings.ts";
export { isLoopback, isUsable, isZone, LAST_PLANNED, LIST_NAMES, type ListName } from "./settings/values.ts";
export { monthSum, TO_COME } from "./statistics/firstView.ts";
export { describeDay, type Heatmap, type HeatmapDay, heatmap, isEmptyAhead, weekdayLabels, weeksFrom } from "./statistics/heatmap.ts";
export { explainStrength, figuresOf, lastDayOf, START_STREAK, STRENGTH_FORMULA, streakNotes, streakText, streakTitle, strength, type Totals, totals, type YearSummary, yearSummary } from "./statistics/statistics.ts";
export { mayBeginEarlier, type Rest, readCurrentStreak, restText, type Streak, streaks } from "./statistics/streaks.ts";
export { createPersonStore } from "./store/personStore.ts";
export { saveChanges } from "./store/saveChanges.ts";
export { readYearDocuments } from "./store/years.ts";
export { counted, fold, unicodePattern, webLink } from "./text.ts";
export { allYears, countDoneCells, doneCells, hasDone, missingYear, type ReadYears, readBack, ticksOn, yearsUpTo } from "./ticks/allYears.ts";
export { closesAt, closingSoon, closingText } from "./ticks/closing.ts";
export { isDailyJudge, JUDGE_HOSTS, JUDGE_KEYS, type JudgeKey, judgeOfSource, sourceOfJudge } from "./ticks/hosts.ts";
export { DEFAULT_SOURCES, isSourceNumber, parseSource, parseSources, SOURCE_NUMBERS, type Source, type SourceNumber, sourceName } from "./ticks/sources.ts";
export { countDone, type DayTicks, dayAt, dayTicks, isDone, NO_TICKS, packYear, type TickCell, type TickChange, type Ticks, type TicksByYear, tickCell, ticksIn, toggle, unpackYear, yearIn } from "./ticks/ticks.ts";
export { type BackupReason, backupDocument, backupText, entriesOf, expiredBackups, type PageBackup, reasonAfter } from "./transfer/backup.ts";
export { allDoneCells, allMarks, allSettings, dataDocument, exportCsv, exportDocument, type OwnedData, type Owner, type PersonData } from "./transfer/exportDocument.ts";
export { type Commit, createHistoryReader, type GitHistory, type HistoryGuide, solvedMarks } from "./transfer/gitHistory.ts";
export { countMarks, countSettings, type ImportPlan, importFault, type MarkPlan, parseImport, planImport, plannedChanges, plannedText, type Remedies, withoutAccounts } from "./transfer/importFile.ts";
export { addsSharedDay, importPlanText, type PlanAct } from "./transfer/importPlanText.ts";
export { dataNamed, matchProfiles, ownData, ownersText, strangerText } from "./transfer/owners.ts";
export { type DateOrder, type ImportFault, type ImportFile, type ImportGuide, type NumberMeaning, ticksOf } from "./transfer/reading.ts";
export { type Gain, planGain, planRestore, type Resident } from "./transfer/restorePlan.ts";
export { clip, stripControls } from "./untrusted.ts";
export { INITIAL_VIEW, press, type Screen, screenOf, type ViewButton, type ViewState } from "./viewMachine.ts";
export { amountText, capitalise } from "./wording.ts";
