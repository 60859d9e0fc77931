import { expect, it, vi } from "vitest";
import { startComputer } from "./support/computer.ts";
import { find, textsOf } from "./support/hands.ts";
import { openPage } from "./support/page.ts";

it("the counter asks for nothing while it counts, keeps its number through a reload, and translates its line", async () => {
  const page = await openPage(await startComputer(), { hash: "#counter" });
  const increase = await find(".counter button", "Increase Count");
  expect(textsOf(".counter .count")).toEqual(["Count: 0"]);
  expect(textsOf(".counter p")[0]).toContain("May all be happy; may all be free from illness.");
  const before = { ...localStorage };
  const asked = vi.spyOn(globalThis, "fetch");
  // Microtasks only, so that nothing else of the page runs between the clicks.
  for (let count = 1; count <= 40; count++) {
    increase.click();
    await Promise.resolve();
    expect(textsOf(".counter .count")).toEqual([`Count: ${count}`]);
  }
  expect([asked.mock.calls, { ...localStorage }]).toEqual([[], before]);
  await page.reload();
  await find(".counter .count", "Count: 40");
  expect(page.problems).toEqual([]);
});
