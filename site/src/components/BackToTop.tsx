import { scrollBehavior } from "./scrolling.ts";

export function BackToTop() {
  return (
    <button
      type="button"
      className="back-to-top"
      aria-label="Back to top"
      onClick={() => scrollTo({ top: 0, behavior: scrollBehavior() })}
    >
      ↑
    </button>
  );
}
