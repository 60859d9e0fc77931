import type { Config } from "@dailyleet/core";
import { useState } from "react";
import { $connection } from "../replica/connection.ts";
import { $config } from "../session/setup.ts";
import { prefetchStyles } from "../ui/prefetch.ts";
import { useValue } from "../ui/react.tsx";
import { parseTab, storeTab } from "../ui/tabStored.ts";
import styles from "./counter.css?url";

const PICTURE = "/lotus.svg";
const LINE = "सर्वे भवन्तु सुखिनः सर्वे सन्तु निरामयाः ।";
const TRANSLATION = "May all be happy; may all be free from illness.";

const photoOf = ({ counter }: Config) => counter?.photo ?? PICTURE;

// Both are on their way before React draws them.
prefetchStyles(styles);
new Image().src = photoOf($config.get());

/** Each person has a number of their own. */
export default function PersonsPicture() {
  const connection = useValue($connection);
  return connection && <Picture key={connection.uid} uid={connection.uid} />;
}

/** A picture, a line and a number. The number lasts as long as the tab. */
function Picture({ uid }: { uid: string }) {
  const config = useValue($config);
  const { line = LINE } = config.counter ?? {};
  const name = `dailyleet/count/${uid}`;
  const [count, setCount] = useState(() => Number(parseTab(name)) || 0);
  const increase = () => {
    setCount(count + 1);
    storeTab(name, String(count + 1));
  };
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <img src={photoOf(config)} alt="" width="480" height="360" />
      <p>
        <span lang="sa" className="line">
          {line}
        </span>
        <span>{line === LINE ? TRANSLATION : ""}</span>
      </p>
      <p className="count" aria-live="polite">{`Count: ${count}`}</p>
      <button type="button" className="primary" onClick={increase}>
        Increase Count
      </button>
    </>
  );
}
