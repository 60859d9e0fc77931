import { PERSON_COPY } from "../replica/localCopy.ts";

export const THEME_NAME = "dailyleet/theme";

/**
 * Runs in the page's head before anything is painted: the theme, and the part for somebody who is signed in, which the
 * link before it names. A browser without storage refuses to answer.
 */
export const HEAD_SCRIPT = `try{document.documentElement.dataset.theme=localStorage.getItem("${THEME_NAME}")||"";if(localStorage.getItem("${PERSON_COPY}"))document.currentScript.previousElementSibling.rel="modulepreload"}catch{}`;
