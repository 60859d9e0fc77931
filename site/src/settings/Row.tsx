import { type ReactElement, useId } from "react";

/** Attributes for a row's control, which name it by the row's title. */
interface Named {
  readonly id: string;
  readonly "aria-labelledby": string;
}

interface RowProps {
  readonly title: string;
  readonly hint?: string | undefined;
  /** The outcome of saving. Rows of browser-only settings have none. */
  readonly note?: RowNote;
  /** Restores the default; null while the default is in force. */
  readonly onUnset?: (() => void) | null;
  readonly children: (named: Named) => ReactElement;
}

export interface RowNote {
  readonly text: string;
  readonly isFault: boolean;
}

export function Row({ title, hint, note, onUnset, children }: RowProps) {
  const id = useId();
  const control = `${id}-control`;
  // The button disappears, so the focus moves to the control.
  const unset = () => {
    document.getElementById(control)?.focus();
    onUnset?.();
  };
  return (
    <div className="setting">
      <label id={id} htmlFor={control}>
        <b>{title}</b>
      </label>
      {children({ id: control, "aria-labelledby": id })}
      {onUnset && (
        <button type="button" aria-label={`Use the default: ${title}`} onClick={unset}>
          Use the default
        </button>
      )}
      {hint && <small>{hint}</small>}
      {note && (
        <p role="status" className={note.isFault ? "fault" : undefined}>
          {note.text}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps extends Named {
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

export function Choice({ choices, onChoose, ...select }: ChoiceProps) {
  return (
    <select {...select} onChange={({ target }) => onChoose(target.value)}>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
