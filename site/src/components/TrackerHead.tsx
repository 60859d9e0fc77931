import { quiet } from "../lib/wait.ts";
import { later } from "./later.tsx";
import { useScreen } from "./useScreen.ts";
import { YearSwitch } from "./YearSwitch.tsx";

const Glance = later(() => quiet().then(() => import("./Glance.tsx")), <div className="glance" />);

/** What stands above the calendar. */
export default function TrackerHead() {
  return (
    <>
      <YearSwitch />
      {useScreen() === "calendar" && <Glance />}
    </>
  );
}
