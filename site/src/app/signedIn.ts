/** What only somebody who is signed in needs; `person.ts` loads it. */

export { CalendarScreen } from "../calendar/CalendarScreen.tsx";
export { connect, disconnect, isConnected } from "../replica/connection.ts";
export { TopBar } from "./TopBar.tsx";
