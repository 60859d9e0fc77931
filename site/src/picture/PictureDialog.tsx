import { heatmap, NO_TICKS, type PictureTheme, yearPicture, yearSummary, yearText } from "@dailyleet/core";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { $isKnown, $ticks } from "../replica/connection.ts";
import { readReach } from "../replica/years.ts";
import { $config } from "../session/setup.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { prefetchStyles } from "../ui/prefetch.ts";
import { saveFile } from "../view/download.ts";
import { closeDialog } from "../view/status.ts";
import { $theme } from "../view/theme.ts";
import { $today, $year } from "../view/today.ts";
import { FIRST_WEEKDAY } from "../view/weeks.ts";
import styles from "./picture.css?url";
import { shareText, useCopying } from "./shareText.ts";

prefetchStyles(styles);

/** The shown year as a picture and the last week as squares, to save, copy or print. */
export default function PictureDialog() {
  const { picture, note } = usePicture();
  const { said, say, copy } = useCopying();
  return (
    <Dialog title="Share" className="picture" onClose={closeDialog}>
      <link rel="stylesheet" href={styles} precedence="default" />
      {picture && <img src={picture.address} alt={`${picture.year} at a glance`} />}
      {picture?.week && <pre>{picture.week}</pre>}
      <p aria-live="polite">{said || note}</p>
      <div className="cluster">
        {picture &&
          actionsOf(picture, say, copy).map(({ label, act }, index) => (
            <button key={label} type="button" className={index === 0 ? "primary" : undefined} onClick={act}>
              {label}
            </button>
          ))}
      </div>
    </Dialog>
  );
}

function actionsOf({ year, svg, text, week, address }: Picture, say: (text: string) => void, copy: typeof say) {
  const withPng = (take: (png: File) => void) => () => {
    say("");
    pngOf(address).then(
      (png) => take(new File([png], `dailyleet-${year}.png`, { type: png.type })),
      () => say(NOT_DRAWN),
    );
  };
  // `navigator.share` rejects when the person closes the system's dialog.
  const share = withPng((png) => void navigator.share({ files: [png], text: week }).catch(() => {}));
  const printPage = () => {
    flushSync(closeDialog);
    print();
  };
  return [
    ...(canShareFiles() ? [{ label: "Share", act: share }] : []),
    { label: "Save PNG", act: withPng((png) => saveFile(png.name, png.type, png)) },
    { label: "Save SVG", act: () => saveFile(`dailyleet-${year}.svg`, SVG_TYPE, svg) },
    ...(week ? [{ label: "Copy my week", act: () => copy(week) }] : []),
    { label: "Copy my year", act: () => copy(text) },
    { label: "Print", act: printPage },
  ];
}

const canShareFiles = () =>
  Boolean(navigator.canShare?.({ files: [new File([""], "dailyleet.png", { type: "image/png" })] }));

/** The shown year, drawn once, and a sentence about its state. */
function usePicture(): { readonly picture: Picture | null; readonly note: string } {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [note, setNote] = useState("Drawing…");
  useEffect(() => {
    let address = "";
    let isGone = false;
    drawYear().then(
      ({ missing, shown, ...drawn }) => {
        if (isGone) return;
        address = URL.createObjectURL(new Blob([shown], { type: SVG_TYPE }));
        setPicture({ ...drawn, address });
        setNote(missing === null ? "" : NOT_WHOLE);
      },
      () => setNote($isKnown.get() ? NOT_DRAWN : NOT_KNOWN),
    );
    return () => {
      isGone = true;
      URL.revokeObjectURL(address);
    };
  }, []);
  return { picture, note };
}

const SVG_TYPE = "image/svg+xml";
const NOT_DRAWN = "The picture couldn't be drawn; close this and try again.";
const NOT_WHOLE = "Earlier years didn't load, so the streaks may be longer.";
const NOT_KNOWN = "This year hasn't loaded yet. Check your connection.";

interface Picture {
  readonly year: number;
  /** The year as the terminal's `stats` draws it, with the totals in one line. */
  readonly text: string;
  /** The last seven days in squares; empty for a past year. */
  readonly week: string;
  /** The SVG document to save, which follows the theme of its viewer. */
  readonly svg: string;
  /** The object URL of the year in the page's theme. */
  readonly address: string;
}

async function drawYear() {
  const [today, year] = [$today.get(), $year.get()];
  if (!$isKnown.get() || today === null || year === null) throw new Error(NOT_KNOWN);
  const { years, missing } = await readReach(year, $ticks.get());
  const { sources, rest } = $config.get();
  const summary = yearSummary(years, year, today, rest);
  const map = heatmap(year, years[year] ?? NO_TICKS, FIRST_WEEKDAY, summary.streaks.rested);
  const view = { map, summary, today, sources };
  return {
    year,
    text: yearText(view),
    week: year === today.year ? shareText(years, today, summary.streaks.current.days) : "",
    svg: yearPicture(view, "auto"),
    shown: yearPicture(view, shownTheme()),
    missing,
  };
}

function shownTheme(): PictureTheme {
  const theme = $theme.get();
  if (theme !== "System") return theme === "Dark" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Pixels for one SVG unit; for high-resolution screens. */
const SCALE = 2;

/** Renders the SVG document at an address as a PNG. Rejects if the browser can't. */
async function pngOf(address: string): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (png === null) throw new Error("the browser draws no picture");
  return png;
}
