import { lazyPart } from "../ui/react.tsx";
import { idle } from "../ui/wait.ts";
import { scrollToTop } from "./scrolling.ts";

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
