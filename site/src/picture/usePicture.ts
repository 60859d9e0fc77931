import { useEffect, useState } from "react";
import { NOT_WHOLE } from "../glance/shownYear.ts";
import { type DrawnYear, drawYear } from "./drawYear.ts";

export interface Picture extends DrawnYear {
  /** Where an `<img>` finds it, as long as it is shown. */
  readonly address: string;
}

/** Draws the shown year once; rejections come as a sentence. */
export function usePicture(): { readonly picture: Picture | null; readonly note: string } {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [note, setNote] = useState("Drawing…");
  useEffect(() => {
    let address = "";
    let isGone = false;
    drawYear().then(
      (drawn) => {
        if (isGone) return;
        address = URL.createObjectURL(new Blob([drawn.shown], { type: SVG_TYPE }));
        setPicture({ ...drawn, address });
        setNote(drawn.isWhole ? "" : NOT_WHOLE);
      },
      () => setNote(NOT_DRAWN),
    );
    return () => {
      isGone = true;
      URL.revokeObjectURL(address);
    };
  }, []);
  return { picture, note };
}

export const SVG_TYPE = "image/svg+xml";
export const NOT_DRAWN = "The picture couldn't be drawn; close this and try again.";
