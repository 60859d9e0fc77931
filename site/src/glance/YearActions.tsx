import { type ComponentType, Suspense, useState } from "react";

/** Takes the year out of the page. */
export function YearActions() {
  const [note, setNote] = useState("");
  const [Sheet, setSheet] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  /** What it answers is said. */
  const act = (load: () => Promise<string>) => async () => {
    setNote("");
    setNote(await load().catch(() => NOT_LOADED));
  };
  const copy = act(() => import("./copyYear.ts").then(({ copyYear }) => copyYear()));
  const savePicture = act(async () => {
    const { PictureSheet } = await import("../picture/PictureSheet.tsx");
    setSheet(() => PictureSheet);
    return "";
  });
  return (
    <div className="year-actions">
      <button type="button" onClick={copy}>
        Copy my year
      </button>
      <button type="button" aria-haspopup="dialog" onClick={savePicture}>
        Save picture
      </button>
      <button type="button" onClick={() => print()}>
        Print
      </button>
      <span aria-live="polite">{note}</span>
      <Suspense>{Sheet && <Sheet onClose={() => setSheet(null)} />}</Suspense>
    </div>
  );
}

const NOT_LOADED = "This part could not be loaded; check the network and try again.";
