export const THEME_NAME = "dailyleet/theme";

/** Runs in the page's head before anything is painted. A browser without storage refuses to answer. */
export const THEME_SCRIPT = `try{document.documentElement.dataset.theme=localStorage.getItem("${THEME_NAME}")||""}catch{}`;
