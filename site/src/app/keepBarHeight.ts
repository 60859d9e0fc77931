/**
 * Tells the style sheet how much of the window the top bar covers, for what sticks below it. What the sheet knows already
 * is not told again: that would style the whole page anew.
 */
export function keepBarHeight(): (() => void) | undefined {
  const bar = document.querySelector(".bar");
  if (!bar) return;
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    const { height } = bar.getBoundingClientRect();
    const known = Number.parseFloat(getComputedStyle(root).getPropertyValue("--bar"));
    if (known !== height) root.style.setProperty("--bar", `${height}px`);
  });
  observer.observe(bar);
  return () => observer.disconnect();
}
