const MARKS = ["·", "1", "2", "3", "4", "5"];

/** What the tones and digits of the heatmap mean. */
export function HeatmapLegend() {
  return (
    <p className="legend">
      Sources done:
      {MARKS.map((mark, level) => (
        <span key={mark} data-level={level}>
          {mark}
        </span>
      ))}
    </p>
  );
}
