/**
 * Fetches a style sheet that a click will need, at the lowest priority. A preload would be faster, but the browser
 * warns about unused preloads.
 */
export function prefetchStyles(href: string): void {
  document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", as: "style", href }));
}
