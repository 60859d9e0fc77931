import { expect, it } from "vitest";
import { startComputer } from "./support/computer.ts";
import { clickButton, fill, find, shown, textsOf } from "./support/hands.ts";
import { openPage } from "./support/page.ts";

it("tells a new person one sentence, before and after earlier years are known", async () => {
  await openPage(await startComputer());
  await find(".notes b");
  const told = new Set<string>();
  const note = () => told.add(textsOf(".notes").join());
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  note();
  // The earlier years are read together with the figures.
  await find(".glance .figures");
  await expect.poll(() => textsOf(".figures").join()).not.toMatch(/…|\d\+/);
  expect([...told]).toEqual(["Solve a problem on any of the five, then tick it here."]);
});

it("asks a new person of a computer for an account, and asks a site only after the consent", async () => {
  const computer = await startComputer();
  const asked: string[] = [];
  const fetchJudges = () => {
    asked.push("once");
    return Response.json({ sites: [{ site: "leetcode", line: "LeetCode: nothing", fault: null }], ticks: [] });
  };
  await openPage(computer, { hash: "#calendar", answers: { "/fetch": fetchJudges } });
  await clickButton("Find my solutions", ".today");
  await find(".today .fault", "Enter your name first.");
  await fill("Your LeetCode name", "not allowed");
  await find(".today small", /^When you press 'Find my solutions' .* this computer asks leetcode.com/);
  await clickButton("Find my solutions", ".today");
  await find(".today .fault", /^'not allowed' is not an account of LeetCode/);
  expect([shown("dialog"), asked]).toEqual([[], []]);
  await fill("Your LeetCode name", "@ada");
  await find(".today small", /public list of ada\./);
  await clickButton("Find my solutions", ".today");
  await find("dialog li", "LeetCode: nothing");
  expect([asked, (await computer.cli("config account.leetcode")).trim()]).toEqual([["once"], "ada"]);
});

it("'Check my sites' asks for an account where there is none, and then the sites of all that were named", async () => {
  const computer = await startComputer();
  const found = { sites: [{ site: "codechef", line: "CodeChef: nothing", fault: null }], ticks: [] };
  await openPage(computer, { hash: "#calendar", answers: { "/fetch": () => Response.json(found) } });
  await computer.cli("tick 1");
  await clickButton("Check my sites", ".today");
  await find("dialog label");
  expect(textsOf("dialog label")).toEqual(["Your LeetCode name", "Your GeeksforGeeks name", "Your CodeChef name"]);
  await fill("Your GeeksforGeeks name", "ada");
  await fill("Your CodeChef name", "a!");
  await clickButton("Find my solutions", "dialog");
  await find("dialog .fault", /^'a!' is not an account of CodeChef/);
  await fill("Your CodeChef name", "ada_l");
  await clickButton("Find my solutions", "dialog");
  await find("dialog li", "CodeChef: nothing");
  for (const site of ["geeksforgeeks", "codechef"])
    expect((await computer.cli(`config account.${site}`)).trim()).toBe(site === "codechef" ? "ada_l" : "ada");
});
