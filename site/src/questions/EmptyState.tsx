import type { MouseEvent } from "react";

interface EmptyStateProps {
  readonly text: string | null;
  readonly label: string;
  readonly act: () => void;
}

/** Why there is nothing to see, and the way on. Its button goes when it is pressed: the focus goes to the view. */
export function EmptyState({ text, label, act }: EmptyStateProps) {
  const press = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest("main")?.focus();
    act();
  };
  return (
    <div className="empty">
      {text && <p>{text}</p>}
      <button type="button" className="primary" onClick={press}>
        {label}
      </button>
    </div>
  );
}
