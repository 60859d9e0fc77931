import { type ReactElement, useId } from "react";

export const BROWSER = "this browser";
export const SITE = "the whole site";

/** For the control of a row: its name is the row's title. */
interface Named {
  readonly "aria-labelledby": string;
  readonly "aria-describedby": string;
}

interface RowProps {
  readonly title: string;
  /** Where the setting counts. */
  readonly place: string;
  readonly children: (named: Named) => ReactElement;
}

export function Row({ title, place, children }: RowProps) {
  const id = useId();
  return (
    <div className="setting">
      <p>
        <b id={id}>{title}</b>
        <small id={`${id}-place`}>{place}</small>
      </p>
      {children({ "aria-labelledby": id, "aria-describedby": `${id}-place` })}
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
