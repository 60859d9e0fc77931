import { useState } from "react";
import { $setup } from "../app/setup.ts";
import { useScreen } from "../app/useScreen.ts";
import { useValue } from "../ui/useValue.ts";

const PICTURE = "/lotus.svg";
const LINE = "सर्वे भवन्तु सुखिनः सर्वे सन्तु निरामयाः ।";

/** A picture, a line and a number that lasts as long as the page. */
export default function Counter() {
  const isShown = useScreen() === "counter";
  const setup = useValue($setup);
  const [count, setCount] = useState(0);
  const { photo = PICTURE, line = LINE } = (setup.status === "ready" && setup.config.counter) || {};
  return (
    <main hidden={!isShown} className="counter" tabIndex={-1} aria-label="Counter">
      <img src={photo} alt="" width="480" height="360" loading="lazy" />
      <p lang="sa" className="line">
        {line}
      </p>
      <p className="count" aria-live="polite">{`Count: ${count}`}</p>
      <button type="button" className="primary" onClick={() => setCount((before) => before + 1)}>
        Increase Count
      </button>
    </main>
  );
}
