/** Tells the style sheet how much of the window the top bar covers, for what sticks below it. */
export function keepBarHeight(): (() => void) | undefined {
  const bar = document.querySelector(".bar");
  if (!bar) return;
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty("--bar", `${bar.getBoundingClientRect().height}px`),
  );
  observer.observe(bar);
  return () => observer.disconnect();
}
