import { expect, it, vi } from "vitest";
import { startComputer } from "./support/computer.ts";
import { find, textsOf } from "./support/hands.ts";
import { openPage } from "./support/page.ts";

it("the counter asks for nothing and stores nothing while it counts, and is at 0 again after a reload", async () => {
  const page = await openPage(await startComputer(), { hash: "#counter" });
  const increase = await find(".counter button", "Increase Count");
  expect(textsOf(".counter .count")).toEqual(["Count: 0"]);
  const stored = () => ({ ...localStorage, ...sessionStorage });
  const before = stored();
  const asked = vi.spyOn(globalThis, "fetch");
  // In one turn, in which nothing else of the page can ask.
  for (let count = 1; count <= 40; count++) {
    increase.click();
    await Promise.resolve();
    expect(textsOf(".counter .count")).toEqual([`Count: ${count}`]);
  }
  expect([asked.mock.calls, stored()]).toEqual([[], before]);
  await page.reload();
  await find(".counter .count", "Count: 0");
  expect(page.problems).toEqual([]);
});
