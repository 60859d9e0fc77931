import { expect, it } from "vitest";
import { todayText } from "../support/today.ts";
import { type Computer, startComputer } from "./support/computer.ts";
import { click, clickButton, fill, find, focused, press, shown, textsOf } from "./support/hands.ts";
import { openPage } from "./support/page.ts";

const step = (text: string) => find(".flow h2", text);
const question = () => textsOf(".flow h3")[0];
const went = (text: string | RegExp) => find(".went > span", text);
const toast = (text: string) => find(".toast > span", text);
const saved = () => find("header [role=status]", "Saved");

/** A page that has loaded its keyboard shortcuts. */
async function openCalendar(computer: Computer) {
  const page = await openPage(computer);
  await find(".tools .help");
  return page;
}

it("a day's questions by keys only: looked up, marked, undone, skipped, left and come back to, until all is done", async () => {
  const computer = await startComputer();
  const page = await openCalendar(computer);
  press("p");
  await step("1 of 5");
  expect(location.hash).toBe("#practise");
  await expect.poll(focused).toBe("Two Sum");
  const link = await find(".flow a", "View Question on leetcode.com");
  expect(["target", "rel"].map((name) => link.getAttribute(name))).toEqual(["_blank", "noopener noreferrer"]);
  // Answers stay hidden until the person opens them.
  expect(shown(".flow a", "View Solution")).toEqual([]);
  await clickButton("Show takeaways");
  await find("button", "Hide takeaways");
  await clickButton("Show analysis");
  await find(".flow a", "View Solution");

  press("2");
  await went(/^Two Sum: Needed a hint, back (tomorrow|in \d+ days)$/);
  press("3");
  await went(/^Two Sum: Solved, back in \d+ days$/);
  // Undo shows the mark that the second one replaced.
  await clickButton("Undo", ".went");
  await went(/^Two Sum: Needed a hint/);
  press("3");
  await expect.poll(focused).toBe("Next: Group Anagrams");
  press("Enter");
  await step("2 of 5");
  await expect.poll(focused).toBe("Group Anagrams");

  press("n");
  await step("3 of 5");
  const third = question();
  press("t");
  await find(".day[aria-current=date]");
  press("p");
  await step("3 of 5");
  expect(question()).toBe(third);
  await page.reload();
  await step("3 of 5");
  expect(question()).toBe(third);

  for (const count of ["4 of 5", "5 of 5", "2 of 5"]) {
    press("4");
    await step(count);
  }
  expect(question()).toBe("Group Anagrams");
  press("1");
  const done = "Done for today: 5 questions.";
  await find(".flow h3", done);
  await expect.poll(focused).toBe(done);
  // The summary replaces the last question.
  expect(shown(".flow .marks")).toEqual([]);
  await find(".finished p", /^(Tomorrow \d questions? (is|are) due|The next question comes back on .*)\.$/);
  expect(shown(".forecast li")).toHaveLength(14);
  await saved();
  expect(Object.values(JSON.parse(await computer.cli("export")).practice)).toEqual(
    expect.arrayContaining([1, 3, 4, 4, 4].map((mark) => ({ [todayText]: mark }))),
  );

  await page.reload();
  await find(".flow h3", done);
  await clickButton("All questions");
  await find(".progress > p", "5 of 75 practised · 0 due");
  expect(location.hash).toBe("");
  press("p");
  await find(".flow h3", done);
  location.hash = "questions";
  await find(".summary", "75 questions");
  expect(location.hash).toBe("");
  expect(page.problems).toEqual([]);
});

it("one press marks a question, shows what that means and brings the next; to take it back leads back to it", async () => {
  const page = await openCalendar(await startComputer());
  press("p");
  await step("1 of 5");
  const first = question();
  await click(".flow .marks button", /^Solved in \d+ days/);
  await went(/^Two Sum: Solved, back in \d+ days$/);
  await step("2 of 5");
  expect(question()).not.toBe(first);
  press("z", { ctrlKey: true });
  await step("1 of 5");
  expect([question(), shown(".went")]).toEqual([first, []]);
  expect(page.problems).toEqual([]);
});

it("says in a sentence that nothing comes back yet", async () => {
  const computer = await startComputer();
  await openPage(computer, { hash: "#questions" });
  await find(".suggestion h3", "Practice: 0 of 5");
  await find("section p", "Nothing comes back yet: mark a question, and its next day shows here.");
  expect(shown(".forecast")).toEqual([]);
});

it("the site of a question that is marked can be ticked, too, and the two are undone one after the other", async () => {
  await openCalendar(await startComputer());
  press("p");
  await step("1 of 5");
  press("3");
  await find(".went");
  await clickButton("Tick LeetCode, too", ".toast");
  await toast("LeetCode: done");
  press("z", { ctrlKey: true });
  await toast("Undone. LeetCode: untried");
  press("y", { ctrlKey: true });
  await toast("Redone. LeetCode: done");
  press("t");
  await find(".day[aria-current=date] [value='1'][aria-pressed=true]");
  await expect.poll(() => shown(".toast")).toEqual([]);
});

it("another list, a difficulty and a plan are chosen, and are there again later", async () => {
  const computer = await startComputer();
  await computer.cli("mark 1 solved");
  const page = await openPage(computer, { hash: "#questions" });
  await find(".summary", "75 questions");
  const list = async () => ((await find("select", "List")) as HTMLSelectElement).value;
  await fill("List", "neetcode150");
  expect(await list()).toBe("neetcode150");
  await find(".toast > span", "List: NeetCode 150");
  await find(".summary", "150 questions");
  // Marks belong to a link, whichever list has it.
  await find(".progress > p", "1 of 150 practised · 0 due");
  await fill("Difficulty", "Hard");
  await find(".summary", "21 of 150 questions");
  expect(location.hash).toBe("#difficulty=hard");

  await click("summary", "Plan for an interview");
  await fill("Interview on", "2030-12-31");
  const onTrack = /^Interview on December 31, 2030: 1 new every \d+ days, \d+ left: on track$/;
  await find(".study summary", onTrack);
  await expect.poll(() => computer.cli("config list")).toBe("neetcode150\n");
  await expect.poll(() => computer.cli("config plan")).toBe("2030-12-31\n");
  await page.reload();
  await find(".summary", "21 of 150 questions");
  await find(".study summary", onTrack);
  await clickButton("Remove the plan");
  await find(".study summary", "Plan for an interview");
  expect(page.problems).toEqual([]);
});
