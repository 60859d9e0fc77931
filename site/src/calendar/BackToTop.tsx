import { scrollBehavior } from "./scrolling.ts";

export function BackToTop() {
  return (
    <div className="rail">
      <button
        type="button"
        className="back-to-top"
        aria-label="Back to top"
        onClick={() => scrollTo({ top: 0, behavior: scrollBehavior() })}
      >
        ↑
      </button>
    </div>
  );
}
