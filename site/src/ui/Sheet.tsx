import { type ReactElement, useEffect, useId, useLayoutEffect, useRef } from "react";
import { preload } from "react-dom";
import styles from "./sheet.css?url";

preload(styles, { as: "style" });

/** A translator may move a text only where it is alone in its element. */
type Child = ReactElement | "" | false | null | undefined;

interface SheetProps {
  readonly title: string;
  /** Names the sheet for its own styles. */
  readonly className?: string;
  /** Must unmount the sheet. Called by ×, Esc, a click beside the sheet, and Back. */
  readonly onClose: () => void;
  readonly children: Child | readonly Child[];
}

/**
 * A modal dialog, open while it is mounted: `{isOpen && <Sheet title="Share" onClose={close}>…</Sheet>}`. It takes the
 * focus on its heading, keeps the page behind from scrolling, and returns the focus to its opener. A button inside
 * closes it by the same `onClose`. Load what shows it by `lazyPart`, with its own style sheet.
 */
export function Sheet({ title, className = "", onClose, children }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = useRef<EventTarget>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = sheet.current;
    if (dialog === null) return;
    // The focus returns to the button of a menu, not into the menu, which a dialog closes.
    document.activeElement?.closest<HTMLElement>("[popover]")?.hidePopover();
    const unlock = lockScroll();
    dialog.showModal();
    // The browser focuses the first control, which may stand at the sheet's end.
    heading.current?.focus({ preventScroll: true });
    dialog.scrollTop = 0;
    return () => {
      unlock();
      dialog.close();
    };
  }, []);
  useEffect(enterHistory, []);
  useEffect(() => {
    addEventListener("popstate", onClose);
    return () => removeEventListener("popstate", onClose);
  }, [onClose]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a dialog closes by Esc
    <dialog
      ref={sheet}
      className={`sheet ${className}`}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      // A selection that begins in the sheet may end beside it.
      onClick={({ target, currentTarget }) =>
        target === currentTarget && pressed.current === currentTarget && onClose()
      }
    >
      <link rel="stylesheet" href={styles} precedence="default" />
      {/* A press on a text keeps the focus in the sheet. */}
      <div tabIndex={-1}>
        <header>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className="plain" aria-label="Close" onClick={onClose}>
            ×
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

const isSheetEntry = () => history.state?.isSheet === true;

/** Gives the open sheet an entry of the history, so that Back closes it and does not leave the page. */
function enterHistory(): () => void {
  if (!isSheetEntry()) history.pushState({ ...history.state, isSheet: true }, "");
  // The next sheet takes over the entry of the one that it replaces.
  return () =>
    void setTimeout(() => {
      if (isSheetEntry() && !document.querySelector("dialog.sheet")) history.back();
    });
}

/** Keeps the page from scrolling, and the room of a scroll bar that takes any. Returns a function that ends this. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, scrollbarGutter } = style;
  if (innerWidth > clientWidth) style.scrollbarGutter = "stable";
  style.overflow = "hidden";
  return () => Object.assign(style, { overflow, scrollbarGutter });
}
