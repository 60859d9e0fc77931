/**
 * Fetches a style sheet that a click will need, at the lowest priority. A preload would do so sooner, but the browser
 * warns of one that stays unused.
 */
export function prefetchStyles(href: string): void {
  document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", as: "style", href }));
}
