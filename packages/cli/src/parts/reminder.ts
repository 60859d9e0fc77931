export { calendarText } from "../reminder/calendar.ts";
