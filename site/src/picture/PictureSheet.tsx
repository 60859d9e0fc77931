import { useEffect, useRef, useState } from "react";
import { saveFile } from "../data/saveFile.ts";
import { openSheet } from "../ui/bringIntoView.ts";
import styles from "./picture.css?url";
import { pngOf } from "./png.ts";
import { NOT_DRAWN, type Picture, SVG_TYPE, usePicture } from "./usePicture.ts";

/** Shows the shown year as a picture, and saves it. Open from when it is there until `onClose`. */
export function PictureSheet({ onClose }: { onClose: () => void }) {
  const sheet = useRef<HTMLDialogElement>(null);
  const { picture, note } = usePicture();
  const [fault, setFault] = useState("");
  useEffect(() => openSheet(sheet.current), []);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <dialog ref={sheet} className="sheet picture" aria-labelledby="picture" onClose={onClose}>
        <h2 id="picture" tabIndex={-1}>
          Your year as a picture
        </h2>
        {picture && <img src={picture.address} alt={`${picture.year} at a glance`} />}
        <p aria-live="polite">{fault || note}</p>
        <div>
          {picture && <SaveButtons picture={picture} onFault={setFault} />}
          <button type="button" onClick={() => sheet.current?.close()}>
            Close
          </button>
        </div>
      </dialog>
    </>
  );
}

function SaveButtons({ picture, onFault }: { picture: Picture; onFault: (sentence: string) => void }) {
  const name = `dailyleet-${picture.year}`;
  const savePng = () => {
    onFault("");
    pngOf(picture.address).then(
      (png) => saveFile(`${name}.png`, png.type, png),
      () => onFault(NOT_DRAWN),
    );
  };
  return (
    <>
      <button type="button" className="primary" onClick={savePng}>
        Save PNG
      </button>
      <button type="button" onClick={() => saveFile(`${name}.svg`, SVG_TYPE, picture.svg)}>
        Save SVG
      </button>
    </>
  );
}
