import { createElement, type FunctionComponent } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Hydrates an island for Astro, in one task. `@astrojs/react` does it as a transition: in slices, between which other
 * work delays the first frame with the person's ticks.
 */
export default (island: HTMLElement) =>
  (Island: FunctionComponent): void => {
    const identifierPrefix = island.getAttribute("prefix") ?? "";
    hydrateRoot(island, createElement(Island), { identifierPrefix });
  };
