import { createElement, type FunctionComponent } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Brings an island to life, for Astro, in one turn. That of `@astrojs/react` does it as a transition: in slices, between
 * which the browser's other work delays the first frame with the person's ticks.
 */
export default (island: HTMLElement) =>
  (Island: FunctionComponent): void => {
    const identifierPrefix = island.getAttribute("prefix") ?? "";
    hydrateRoot(island, createElement(Island), { identifierPrefix });
  };
