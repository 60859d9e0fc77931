/**
 * Scales the media queries in rem to the root's font size, so that the layout follows the size of the letters. A person's
 * own style sheet may set that size, and media queries know only the browser's.
 */
export function followRootFont(): void {
  const probe = document.createElement("i");
  Object.assign(probe.style, { position: "absolute", inlineSize: "1rem", fontSize: "medium", visibility: "hidden" });
  document.body.append(probe);
  const measure = () => {
    const measured = fontSize(document.documentElement) / fontSize(probe);
    if (measured === scale) return;
    scale = measured;
    for (const sheet of document.styleSheets) scaleQueries(sheet);
  };
  measure();
  new ResizeObserver(measure).observe(probe);
  const scaleLoaded = ({ target }: Event) => {
    if (scale !== 1 && target instanceof HTMLLinkElement && target.sheet) scaleQueries(target.sheet);
  };
  // A load event does not bubble.
  document.addEventListener("load", scaleLoaded, { capture: true });
}

let scale = 1;
/** The queries before scaling. */
const queries = new WeakMap<CSSMediaRule, string>();

function scaleQueries({ cssRules }: { readonly cssRules: CSSRuleList }): void {
  for (const rule of cssRules) {
    if (rule instanceof CSSMediaRule) {
      const query = queries.get(rule) ?? rule.media.mediaText;
      queries.set(rule, query);
      rule.media.mediaText = query.replace(/([\d.]+)rem/g, (_, length) => `${length * scale}rem`);
    }
    if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) scaleQueries(rule);
  }
}

const fontSize = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
