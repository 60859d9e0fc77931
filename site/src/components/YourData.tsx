import { useState } from "react";
import { $exportAge } from "../stores/status.ts";
import { later } from "./later.tsx";
import { useValue } from "./useValue.ts";

const DataMenu = later(() => import("./DataMenu.tsx"), null);

/** Export and import, out of the way at the foot of the calendar and loaded when it is opened. */
export function YourData() {
  const [hasOpened, setHasOpened] = useState(false);
  const age = useValue($exportAge);
  return (
    <details className="your-data" onToggle={() => setHasOpened(true)}>
      <summary>Your data{age && `: ${age}`}</summary>
      {hasOpened && <DataMenu />}
    </details>
  );
}
