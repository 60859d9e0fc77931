import { type ComponentType, Suspense, useState } from "react";

/** Takes the year out of the page, as soon as it is known: a year without ticks is something else. */
export function YearActions({ isKnown }: { isKnown: boolean }) {
  const [note, setNote] = useState("");
  const [Sheet, setSheet] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  /** What it returns is said. */
  const act = (load: () => Promise<string>) => async () => {
    setNote("");
    setNote(isKnown ? await load().catch(() => NOT_LOADED) : NOT_KNOWN);
  };
  const copy = act(() => import("./copyYear.ts").then(({ copyYear }) => copyYear()));
  const savePicture = act(async () => {
    const { PictureSheet } = await import("../picture/PictureSheet.tsx");
    setSheet(() => PictureSheet);
    return "";
  });
  const printPage = act(async () => {
    print();
    return "";
  });
  return (
    <div className="year-actions">
      <button type="button" aria-disabled={!isKnown} onClick={copy}>
        Copy my year
      </button>
      <button type="button" aria-disabled={!isKnown} aria-haspopup="dialog" onClick={savePicture}>
        Save picture
      </button>
      <button type="button" aria-disabled={!isKnown} onClick={printPage}>
        Print
      </button>
      <span aria-live="polite">{isKnown && note === NOT_KNOWN ? "" : note}</span>
      <Suspense>{Sheet && <Sheet onClose={() => setSheet(null)} />}</Suspense>
    </div>
  );
}

const NOT_KNOWN = "This year hasn't loaded yet. Check your connection.";
const NOT_LOADED = "This part didn't load. Check your connection and try again.";
