import { STORED_PERSON } from "../ui/stored.ts";
import { LIST_HASH } from "../view/view.ts";

/**
 * Runs in the page's head before the first paint. Unless the last visit stored a person, sets the root's `data-gate`,
 * which reveals the sign-in screen or the questions' prompt. Preloads the scripts of the sign-in screen or of the
 * islands; the build lists them in a `<meta>` element each.
 */
export const GATE_SCRIPT = `{let p,d=document.documentElement.dataset,h=location.hash,s=history.state;try{p=localStorage.getItem("${STORED_PERSON}")}catch{}if(!p)d.gate=(h?/${LIST_HASH.source}|^#questions$/.test(h):s&&s.marked&&!s.calendar)?"prompt":"sign-in";for(let href of document.querySelector("meta[name="+(p?"islands":"gate")+"]")?.content.split(" ")||[])document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}))}`;

/** Runs right after the button in the page: notes a press before the page's scripts have loaded. */
export const PRESS_SCRIPT = `document.querySelector(".entry>button").onclick=e=>{e.target.value=e.timeStamp;document.querySelector(".entry .note").textContent="Signing in…"}`;
