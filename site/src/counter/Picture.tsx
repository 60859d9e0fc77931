import { useState } from "react";
import { $config } from "../session/setup.ts";
import { useValue } from "../ui/react.tsx";
import styles from "./counter.css?url";

const PICTURE = "/lotus.svg";
const LINE = "सर्वे भवन्तु सुखिनः सर्वे सन्तु निरामयाः ।";

/** A picture, a line and a number; the number lasts as long as the page. */
export default function Picture() {
  const { photo = PICTURE, line = LINE } = useValue($config).counter ?? {};
  const [count, setCount] = useState(0);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
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
