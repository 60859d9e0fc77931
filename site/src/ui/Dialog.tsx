import { type ReactElement, useEffect, useId, useLayoutEffect, useRef } from "react";
import styles from "./dialog.css?url";
import { prefetchStyles } from "./prefetch.ts";

prefetchStyles(styles);

/** No bare text: page translators move text nodes, which React survives only if each is alone in its element. */
type Child = ReactElement | "" | false | null | undefined;

interface DialogProps {
  readonly title: string;
  /** Names the dialog for its own styles. */
  readonly className?: string;
  /** Must unmount the dialog. Called by ×, Esc, a click beside the dialog, and Back. */
  readonly onClose: () => void;
  readonly children: Child | readonly Child[];
}

/**
 * A modal dialog, open while it is mounted: `{isOpen && <Dialog title="Share" onClose={close}>…</Dialog>}`. It takes
 * the focus on its heading, keeps the page behind from scrolling, and returns the focus to its opener. A button inside
 * closes it by the same `onClose`. Load the component that shows it by `lazyPart`.
 */
export function Dialog({ title, className = "", onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = useRef<EventTarget>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    // The focus returns to the button of a menu, not into the menu, which a dialog closes.
    document.activeElement?.closest<HTMLElement>("[popover]")?.hidePopover();
    const unlock = lockScroll();
    dialog.showModal();
    // The browser would focus the first control, which may be at the dialog's end.
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
      ref={element}
      className={`dialog ${className}`}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      // A selection that begins in the dialog may end beside it.
      onClick={({ target, currentTarget }) =>
        target === currentTarget && pressed.current === currentTarget && onClose()
      }
    >
      <link rel="stylesheet" href={styles} precedence="default" />
      {/* A press on a text keeps the focus in the dialog. */}
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

const isDialogEntry = () => history.state?.isDialog === true;

/** Gives the open dialog an entry of the history, so that Back closes it and does not leave the page. */
function enterHistory(): () => void {
  if (!isDialogEntry()) history.pushState({ ...history.state, isDialog: true }, "");
  // The next dialog takes over the entry of the one that it replaces.
  return () =>
    void setTimeout(() => {
      if (isDialogEntry() && !document.querySelector("dialog")) history.back();
    });
}

/** Stops the page from scrolling, and reserves the room of its scroll bar. Returns a function that undoes both. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, scrollbarGutter } = style;
  if (innerWidth > clientWidth) style.scrollbarGutter = "stable";
  style.overflow = "hidden";
  return () => Object.assign(style, { overflow, scrollbarGutter });
}
