import { type ReactElement, useId } from "react";

export const BROWSER = "this browser";
export const COMPUTER = "this computer, page and terminal";
export const SITE = "the whole site";

/** For the control of a row: its name says the row's title and place. */
interface Named {
  readonly id: string;
  readonly "aria-labelledby": string;
}

interface RowProps {
  readonly title: string;
  /** Where the setting counts. */
  readonly place: string;
  readonly hint?: string | undefined;
  /** How saving went. Rows that save in a moment have none. */
  readonly note?: RowNote;
  readonly children: (named: Named) => ReactElement;
}

export interface RowNote {
  readonly text: string;
  readonly isFault: boolean;
}

export function Row({ title, place, hint, note, children }: RowProps) {
  const id = useId();
  return (
    <div className="setting">
      <label id={id} htmlFor={`${id}-control`}>
        <b>{title}</b>
        <small>{place}</small>
      </label>
      {children({ id: `${id}-control`, "aria-labelledby": id })}
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
