export { calendarText } from "../commands/remind/calendar.ts";
