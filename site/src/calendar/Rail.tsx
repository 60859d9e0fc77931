import { lazyPart } from "../ui/react.tsx";
import { scrollToTop } from "../ui/scrolling.ts";
import { idle } from "../ui/wait.ts";

const TodayPill = lazyPart(() => idle().then(() => import("./TodayPill.tsx")));

/** The buttons that lead to today and to the top. */
export function Rail() {
  return (
    <>
      <div className="rail">
        <TodayPill />
      </div>
      <div className="rail">
        <button type="button" className="back-to-top" aria-label="Back to top" onClick={scrollToTop}>
          ↑
        </button>
      </div>
    </>
  );
}
