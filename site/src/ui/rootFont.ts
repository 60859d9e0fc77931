/**
 * Scales the media queries in rem to the actual font size, so that the layout follows it. Media queries ignore the
 * root's font size in a user style sheet, and the browser's minimum font size.
 */
export function followRootFont(): void {
  const probe = document.createElement("i");
  Object.assign(probe.style, { position: "absolute", inlineSize: "1rem", fontSize: "medium", visibility: "hidden" });
  const small = document.createElement("i");
  small.style.fontSize = `${SMALL_REM}rem`;
  probe.append(small);
  document.body.append(probe);
  const measure = () => {
    const widened = fontSize(small) / (SMALL_REM * probe.getBoundingClientRect().width);
    const measured = (fontSize(document.documentElement) / fontSize(probe)) * Math.max(1, widened);
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

/** The font size of most texts, `--text-s`. */
const SMALL_REM = 0.8125;

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
