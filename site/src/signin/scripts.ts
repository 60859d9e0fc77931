import { STORED_PERSON } from "../ui/stored.ts";
import { LIST_HASH } from "../view/view.ts";

/**
 * Runs in the page's head before the first paint. The root's `data-gate` reveals the sign-in screen, or the questions'
 * prompt; a person of the last visit sees neither. Preloads the scripts of the sign-in screen or of the calendar, which
 * the build names in a `<meta>` element each.
 */
export const GATE_SCRIPT = `{let p,d=document.documentElement.dataset,h=location.hash,s=history.state;try{p=localStorage.getItem("${STORED_PERSON}")}catch{}if(!p)d.gate=(h?/${LIST_HASH.source}|^#questions$/.test(h):s&&s.marked&&!s.calendar)?"prompt":"sign-in";for(let href of document.querySelector("meta[name="+(p?"islands":"gate")+"]")?.content.split(" ")||[])document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}))}`;

/** Runs behind the button: notes a press before the page's scripts are there. */
export const PRESS_SCRIPT = `document.querySelector(".entry>button").onclick=e=>{e.target.value=e.timeStamp;document.querySelector(".entry .note").textContent="Signing in…"}`;
