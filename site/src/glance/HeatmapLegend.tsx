import { SOURCE_NUMBERS } from "@dailyleet/core";

/** Which tone of the heatmap stands for how many sources done. */
export function HeatmapLegend() {
  return (
    <p className="legend">
      Less
      {[0, ...SOURCE_NUMBERS].map((level) => (
        <span key={level} data-level={level}>
          {level}
        </span>
      ))}{" "}
      More
    </p>
  );
}
