import { useState } from "react";
import { $exportAge } from "../app/status.ts";
import { lazyPart, useValue } from "../ui/react.tsx";

const DataMenu = lazyPart(() => import("./DataMenu.tsx"));

/** Export and import at the foot of the calendar, loaded when opened. */
export default function YourData() {
  const [hasOpened, setHasOpened] = useState(false);
  const age = useValue($exportAge);
  return (
    <details className="your-data" onToggle={() => setHasOpened(true)}>
      <summary>Your data{age && `: ${age}`}</summary>
      {hasOpened && <DataMenu />}
    </details>
  );
}
