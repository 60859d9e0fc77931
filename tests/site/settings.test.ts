import { expect, it, vi } from "vitest";
import { today } from "../support/today.ts";
import { startComputer } from "./support/computer.ts";
import { click, clickButton, fill, find, shown, textsOf } from "./support/hands.ts";
import { noAnswer, openPage } from "./support/page.ts";

const { year } = today;
const status = (text: string | RegExp) => find("dialog [role=status]", text);
const fieldValue = async (label: RegExp | string) =>
  ((await find("dialog :is(input, select)", label)) as HTMLInputElement).value;

it("the settings are the terminal's, show at once, and say beside a bad value what is wrong with it", async () => {
  const start = Date.now();
  const night = new Date(year, 2, 5, 1, 30).getTime();
  const { now } = Date;
  vi.spyOn(Date, "now").mockImplementation(() => night + now() - start);
  const computer = await startComputer();
  for (const words of ["dayEndsAt 03:00", "rest.weekdays sun", "rest.perMonth 2"])
    await computer.cli(`config ${words}`);
  const page = await openPage(computer, { hash: "#calendar" });
  const markedDay = async () => (await find(".day[aria-current=date]")).dataset.day;
  expect(await markedDay()).toBe("63");
  await clickButton(/^Settings/, "#person");
  const config = async () => JSON.parse(await computer.cli("config --json")).config;

  await fill(/^A day ends at/, "06:30");
  await clickButton("Save: A day ends at", "dialog");
  await status(/^'06:30' is not .*00:00 to 06:00/);
  expect([await fieldValue(/^A day ends at/), (await config()).dayEndsAt]).toEqual(["06:30", "03:00"]);
  await fill(/^A day ends at/, "01:00");
  await clickButton("Save: A day ends at", "dialog");
  await status("Saved");
  expect((await config()).dayEndsAt).toBe("01:00");
  await expect.poll(markedDay).toBe("64");

  page.answers["/settings"] = noAnswer;
  await fill(/^LeetCode/, "some_one");
  await clickButton("Save: LeetCode", "dialog");
  await status(/^The local server doesn't answer/);
  expect(await fieldValue(/^LeetCode/)).toBe("some_one");
  await fill(/^List/, "all");
  await find("dialog .setting:has(select) .fault", /^The local server doesn't answer/);
  expect(await fieldValue(/^List/)).toBe("dailyleet75");
  delete page.answers["/settings"];
  await find("dialog small", /this computer asks leetcode.com for the public list of some_one\./);
  await clickButton("Save: LeetCode", "dialog");
  await expect.poll(async () => (await config()).accounts).toEqual({ leetcode: "some_one" });

  // One change after the other, faster than the server answers.
  for (const name of ["Sun", "Mon", "Tue"]) await click("dialog .weekdays button", name);
  await expect.poll(async () => (await config()).rest).toEqual({ weekdays: ["mon", "tue"], perMonth: 2 });
  await fill("Name, Site 2", "Second");
  await clickButton("Save: Site 2", "dialog");
  await expect.poll(() => textsOf(".day[aria-current=date] a")).toContain("Second");
  await fill(/^Plan: finish by/, `${year}-12-31`);
  await expect.poll(async () => (await config()).plan?.until).toBe(`${year}-12-31`);
  expect(page.problems).toEqual([]);
});

it("of the cloud's settings it shows what the site decides, and changes what this browser does", async () => {
  const computer = await startComputer();
  const firebase = { apiKey: "k", authDomain: "a.example", projectId: "p" };
  const answers = { "/dailyleet.json": () => Response.json({ firebase }) };
  await openPage(computer, { hash: "#questions", answers });
  await clickButton(/^Settings/, "#person");
  await find("dialog p", "Whoever runs this site decides these, in its dailyleet.json.");
  expect(shown("dialog .setting small").filter(({ textContent }) => textContent === "the whole site")).toHaveLength(7);
  expect(textsOf("dialog output")).toContain("LeetCode: https://leetcode.com/problemset/");
  expect(shown("dialog :is(input, select)").map(({ localName }) => localName)).toEqual([
    ...Array(3).fill("select"),
    "input",
  ]);
  await fill(/^Theme/, "Dark");
  expect(document.documentElement.dataset.theme).toBe("Dark");
});
