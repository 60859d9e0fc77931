import { type ComponentType, Suspense, useState } from "react";

/** Opens the sheet in which the year is shared. It is loaded when it is asked for. */
export function SheetButton({ children }: { children: string }) {
  const [note, setNote] = useState("");
  const [Sheet, setSheet] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const open = () => {
    setNote("");
    import("../picture/PictureSheet.tsx").then(
      ({ PictureSheet }) => setSheet(() => PictureSheet),
      () => setNote("This part didn't load. Check your connection and try again."),
    );
  };
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={open}>
        {children}
      </button>
      {note && <span role="status">{note}</span>}
      <Suspense>{Sheet && <Sheet onClose={() => setSheet(null)} />}</Suspense>
    </>
  );
}
