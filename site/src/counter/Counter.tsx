import { useState } from "react";
import { $config } from "../app/setup.ts";
import { useScreen } from "../app/view.ts";
import { useValue, useWasShown } from "../ui/react.tsx";

export default function Counter() {
  const isShown = useScreen() === "counter";
  const wasShown = useWasShown(isShown);
  return (
    <main hidden={!isShown} className="counter" tabIndex={-1} aria-label="Counter">
      {wasShown && <Picture />}
    </main>
  );
}

const PICTURE = "/lotus.svg";
const LINE = "सर्वे भवन्तु सुखिनः सर्वे सन्तु निरामयाः ।";

/** A picture, a line and a number that lasts as long as the page. */
function Picture() {
  const { photo = PICTURE, line = LINE } = useValue($config).counter ?? {};
  const [count, setCount] = useState(0);
  return (
    <>
      <img src={photo} alt="" width="480" height="360" />
      <p lang="sa" className="line">
        {line}
      </p>
      <p className="count" aria-live="polite">{`Count: ${count}`}</p>
      <button type="button" className="primary" onClick={() => setCount((before) => before + 1)}>
        Increase Count
      </button>
    </>
  );
}
