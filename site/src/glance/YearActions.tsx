import { useState } from "react";

/** Takes the year out of the page. */
export function YearActions() {
  const [note, setNote] = useState("");
  const copy = async () => {
    setNote("");
    setNote(await import("./copyYear.ts").then(({ copyYear }) => copyYear()).catch(() => NOT_LOADED));
  };
  return (
    <div className="year-actions">
      <button type="button" onClick={copy}>
        Copy my year
      </button>
      <button type="button" onClick={() => print()}>
        Print
      </button>
      <span aria-live="polite">{note}</span>
    </div>
  );
}

const NOT_LOADED = "This part could not be loaded; check the network and try again.";
