import { expect, it } from "vitest";
import { startComputer } from "./support/computer.ts";
import { find, textsOf } from "./support/hands.ts";
import { openPage } from "./support/page.ts";

it("tells a new person one sentence, before and after earlier years are known", async () => {
  await openPage(await startComputer());
  await find(".notes b");
  const told = new Set<string>();
  const note = () => told.add(textsOf(".notes").join());
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  note();
  // The earlier years are read with the figures.
  await find(".glance button[aria-disabled=true]", "Previous year");
  expect([...told]).toEqual(["Solve a problem on any of the five, then tick it here."]);
});
