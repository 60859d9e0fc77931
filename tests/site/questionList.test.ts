import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSheet, type Question } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { HOSTILE_TEXTS, hostileSheet, LOOK_ALIKES } from "../e2e/support/hostileSheet.ts";
import { todayText } from "../support/today.ts";
import { startComputer } from "./support/computer.ts";
import { click, clickButton, fill, find, focused, press, shown, textsOf } from "./support/hands.ts";
import { noAnswer, openPage } from "./support/page.ts";

const BUNDLED = readFileSync(join(import.meta.dirname, "../../site/public/questions.json"), "utf8");
const { questions } = parseSheet(BUNDLED);
const [first, second] = questions as [Question, Question];
const headerOf = ({ name, link }: Question) => `${name} - ${link}`;

const HEADER = ".rows h3 button";
const headers = () => textsOf(HEADER);
const opened = () => textsOf(`${HEADER}[aria-expanded=true]`);
const summary = (text: string | RegExp) => find(".summary", text);
const practised = (text: string) => find(".progress > p", text);

async function openList(hash = "#questions", computer?: Awaited<ReturnType<typeof startComputer>>) {
  const page = await openPage(computer ?? (await startComputer()), { hash });
  await summary(/^\d+ (of \d+ )?questions?/);
  return page;
}

describe("A row of the list", () => {
  it("has the header NAME - LINK and, when it is open, everything of its question", async () => {
    const { problems } = await openList();
    await expect.poll(headers).toHaveLength(questions.length);
    await click(HEADER, headerOf(first));
    const row = ".rows > li:has([aria-expanded=true])";
    expect(textsOf(`${row} :is(h3, h4)`)).toEqual([headerOf(first), "Tags", "Takeaways", "Analysis + Comments"]);
    expect(textsOf(`${row} .details p`)).toEqual(
      expect.arrayContaining(["array, hash table", first.text, first.takeaways, first.analysis]),
    );
    const links = shown(`${row} .links a`).map((link) =>
      ["href", "target", "rel"].map((name) => link.getAttribute(name)),
    );
    expect(links).toEqual([first.link, first.solution].map((href) => [href, "_blank", "noopener noreferrer"]));
    expect(textsOf(`${row} .links a`)).toEqual(["View Question", "View Solution"]);
    expect(problems).toEqual([]);
  });

  it("is open alone, and closes when it is pressed again", async () => {
    await openList();
    await click(HEADER, headerOf(second));
    expect(opened()).toEqual([headerOf(second)]);
    press("Enter");
    await expect.poll(opened).toEqual([]);
    await click(HEADER, headerOf(first));
    await click(HEADER, headerOf(second));
    expect(opened()).toEqual([headerOf(second)]);
  });

  it("is opened alone when the browser's search finds a text in it", async () => {
    await openList();
    await click(HEADER, headerOf(first));
    const details = () => document.querySelectorAll<HTMLElement>(".rows > li > div")[1];
    await expect.poll(() => details()?.textContent, { timeout: 5_000 }).toContain(second.analysis);
    expect(details()?.getAttribute("hidden")).toBe("until-found");
    details()?.dispatchEvent(new Event("beforematch", { bubbles: true }));
    await expect.poll(opened).toEqual([headerOf(second)]);
    expect(shown(".rows > li > div")).toHaveLength(1);
  });

  it("names its difficulty and its topic's progress, and says how far its question is", async () => {
    const computer = await startComputer();
    await computer.cli("mark 2 solved");
    await openList("#questions", computer);
    await practised("1 of 75 practised · 0 due");
    const names = [...document.querySelectorAll(".rows")].map((list) =>
      document.getElementById(list.getAttribute("aria-labelledby") ?? ""),
    );
    expect(names[0]?.textContent).toBe("array · 1 of 5 practised");
    expect(textsOf(".rows .difficulty").slice(0, 5)).toEqual(["Easy", "Medium", "Medium", "Medium", "Hard"]);
    expect(signs(3)).toEqual(["New", "Learning", "New"]);
    expect(descriptionOf(1)).toEqual(["Learning", "Medium", expect.stringMatching(/^in \d+ days$/)]);
  });
});

describe("The list is narrowed", () => {
  it("by words and tags, which stand in the address and open the same list for somebody else", async () => {
    await openList();
    await fill("Search the questions", "tree");
    await fill("Add a tag", "bfs");
    await summary(/^\d of 75 questions$/);
    const narrowed = headers();
    const wanted = questions
      .filter(({ tags }) => tags.includes("bfs"))
      .filter((question) => /tree/i.test(JSON.stringify([question.name, question.tags, question.text])));
    expect(narrowed).toEqual(wanted.map(headerOf));
    expect(location.hash).toBe("#q=tree&tag=bfs");

    await openList("#q=tree&tag=bfs");
    expect(headers()).toEqual(narrowed);
    await clickButton("Remove the tag bfs");
    expect(focused()).toBe("Add a tag");
    await fill("Search the questions", "");
    await summary("75 questions");
    expect(location.hash).toBe("");
  });

  it("to nothing, says which filter it is that no question passes, and clears it", async () => {
    await openList();
    await fill("Add a tag", "trie");
    await fill("Search the questions", "no such  words");
    await find(".empty p", 'No questions match "no such words" and the tag "trie".');
    await clickButton("Clear the search", ".empty");
    await summary("75 questions");
    expect([(await searchBox()).value, location.hash, focused()]).toEqual(["", "", "Questions"]);
    await clickButton("Due 0", ".chips");
    await find(".empty p", "All caught up");
    await clickButton("Show all questions", ".empty");
    await summary("75 questions");
  });

  it("by a tag of an opened question, and of the progress", async () => {
    await openList();
    await click(HEADER, headerOf(first));
    await clickButton("hash table", ".rows .tags");
    await summary("11 of 75 questions");
    expect([location.hash, focused()]).toEqual(["#tag=hash+table", "Questions"]);
    expect(opened()).toEqual([headerOf(first)]);
    expect((await find(".rows .tags button", "hash table")).getAttribute("aria-pressed")).toBe("true");
    await clickButton("hash table", ".rows .tags");
    await summary("75 questions");

    await clickButton("trie", ".progress");
    await summary(/^\d of 75 questions$/);
    expect(location.hash).toBe("#tag=trie");
    await clickButton("Remove the tag trie");
    await summary("75 questions");
  });

  it("to what is due: a question marked there stays until another one is opened", async () => {
    const computer = await startComputer();
    for (const words of ["1 solution", "2 solved", "3 solved"]) await computer.cli(`mark ${words} --date -30`);
    await openList("#state=due", computer);
    await expect.poll(headers).toHaveLength(3);
    expect(textsOf(".chips button")).toEqual(["All 75", "Due 3", "New 72", "Practised 3"]);

    await click(HEADER, headerOf(second));
    await clickButton(/^Easy in /, ".marks");
    await practised("3 of 75 practised · 2 due");
    expect(headers()).toHaveLength(3);
    await click(HEADER, headerOf(second));
    expect(headers()).toHaveLength(3);
    await click(HEADER, headerOf(first));
    await expect.poll(headers).toHaveLength(2);
    expect(textsOf(".marked li span")).toEqual(["May 11", "Needed the solution"]);

    await clickButton("All 75", ".chips");
    await summary("75 questions");
    expect(textsOf(".suggestion li button")[0]).toMatch(/^Two Sum \d+ days overdue$/);
    await click(HEADER, headerOf(first));
    await click(".suggestion li button", /^Two Sum/);
    await find(".marking");
    expect(focused()).toBe(headerOf(first));
  });

  it("to what is new: the next question opens there, and today's questions can be done", async () => {
    await openList();
    const whole = document.querySelector(".rows");
    await clickButton("New 75", ".chips");
    await expect.poll(() => location.hash).toBe("#state=new");
    // Each filter has its own list, which replaces this one later.
    await expect.poll(() => document.querySelector(".rows")).not.toBe(whole);
    await expect.poll(headers).toHaveLength(75);
    await click(HEADER, headerOf(first));
    for (let done = 1; done <= 5; done++) {
      expect(location.hash).toBe("#state=new");
      await clickButton(/^Solved in /, ".marks");
      await practised(`${done} of 75 practised · 0 due`);
      if (done === 5) break;
      const next = await find(".went button", /^Next: /);
      const name = next.querySelector("bdi")?.textContent ?? "";
      if (done % 2 === 0) press("n");
      else next.click();
      await expect.poll(opened).toEqual([expect.stringContaining(`${name} - `)]);
      expect(focused()).toMatch(`${name} - `);
    }
    await clickButton("All 75", ".chips");
    await find(".suggestion h3", "Practice: 5 of 5");
    await find(".all-done", /^Done for today: \d questions?\./);
    expect(textsOf(".suggestion li button")).toEqual(
      Array.from({ length: 5 }, () => expect.stringMatching(/^\S.*\S Done\. Back (tomorrow|in \d+ days)$/)),
    );
  });
});

it("a question's mark shows in the list, is replaced, removed, undone and redone, and is there after a reload", async () => {
  const computer = await startComputer();
  const page = await openList("#questions", computer);
  await practised("0 of 75 practised · 0 due");
  expect(signs(3)).toEqual(["New", "New", "New"]);
  // No question is open, so the key does nothing.
  press("3");
  await click(HEADER, headerOf(first));
  expect(pressed()).toEqual([]);
  await clickButton(/^Needed a hint (tomorrow|in \d+ days) on June /, ".marks");
  expect(pressed()).toEqual(["Needed a hint"]);
  // The later mark of a day counts; the second press changes nothing.
  for (let press = 0; press < 2; press++) await clickButton(/^Needed the solution tomorrow/, ".marks");
  expect(pressed()).toEqual(["Needed the solution"]);
  await find("[aria-live]", /^Two Sum: needed the solution, comes back on June \d+ \((tomorrow|in \d+ days)\)$/);
  await find(".toast span", "Two Sum: needed the solution");
  await practised("1 of 75 practised · 0 due");
  expect(signs(2)).toEqual(["Learning", "New"]);

  press("z", { ctrlKey: true });
  await expect.poll(pressed).toEqual(["Needed a hint"]);
  await find(".toast span", "Undone. Two Sum: needed a hint");
  await clickButton("Redo", ".toast");
  await expect.poll(pressed).toEqual(["Needed the solution"]);
  await clickButton("Remove: Today, Needed the solution");
  await expect.poll(pressed).toEqual([]);
  await find(".toast span", "Two Sum: mark removed");
  expect(focused()).toBe("How did it go?");
  await practised("0 of 75 practised · 0 due");
  await clickButton("Undo", ".toast");
  await expect.poll(pressed).toEqual(["Needed the solution"]);

  (await searchBox()).focus();
  press("4");
  expect(pressed()).toEqual(["Needed the solution"]);
  await find("header [role=status]", "Saved");
  await page.reload();
  await practised("1 of 75 practised · 0 due");
  expect(signs(2)).toEqual(["Learning", "New"]);
  expect(page.problems).toEqual([]);
  const { practice } = JSON.parse(await computer.cli("export"));
  expect(practice).toEqual({ "leetcode.com/problems/two-sum": { [todayText]: 1 } });
});

it("a mark made without the server stays through a reload, and is sent when the server is back", async () => {
  const computer = await startComputer();
  const page = await openList("#questions", computer);
  await practised("0 of 75 practised · 0 due");
  await click(HEADER, headerOf(first));
  await computer.stop();
  await clickButton(/^Easy in /, ".marks");
  await find("header [role=status]", "1 change waiting, offline");
  await page.reload();
  await practised("1 of 75 practised · 0 due");
  await computer.start();
  dispatchEvent(new Event("online"));
  await find("header [role=status]", "Saved");
  expect(JSON.parse(await computer.cli("export")).practice).toEqual({
    "leetcode.com/problems/two-sum": { [todayText]: 4 },
  });
});

describe("A sheet that cannot be had", () => {
  const SHEET = "/questions.json";

  it.each([
    ["no answer", noAnswer, "No answer from the question sheet"],
    ["a web page", () => new Response("<!doctype html><title>Sign in</title>"), "the web page 'Sign in'"],
    [
      "other JSON",
      () => new Response('{"questions":[{"name":1}]}'),
      `something that begins with '{"questions":[{"name":1}]}'`,
    ],
  ])("(%s) is logged, ends the loading and leaves the list empty, which says so", async (_, answer, told) => {
    const released = Promise.withResolvers<void>();
    const answers = { [SHEET]: () => released.promise.then(answer) };
    const { problems } = await openPage(await startComputer(), { hash: "#questions", answers });
    await summary("Loading the questions…");
    released.resolve();
    await summary("The questions didn't load.");
    expect(headers()).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(told)]);
    answers[SHEET] = async () => new Response(JSON.stringify({ questions: [first] }));
    await clickButton("Try again", ".empty");
    await summary("1 question");
  });

  it.each([
    ["no answer", noAnswer],
    ["a web page", () => new Response("<!doctype html>")],
  ])("(%s) is replaced by the last good copy, with its date", async (_, answer) => {
    const page = await openPage(await startComputer(), {
      hash: "#questions",
      answers: { [SHEET]: () => new Response(JSON.stringify({ questions: [second] })) },
    });
    await summary("1 question");
    page.answers[SHEET] = answer;
    await page.reload();
    const date = new Date().toLocaleDateString("en", { dateStyle: "long" });
    await summary(`1 question, as of ${date}`);
    expect(headers()).toEqual([headerOf(second)]);
  });
});

describe("A list of one's own in a file", () => {
  async function startWith(sheet: string) {
    const computer = await startComputer();
    const write = (text: string) => writeFileSync(join(computer.home, "questions.csv"), text);
    writeFileSync(join(computer.home, "dailyleet.json"), JSON.stringify({ sheet: "./questions.csv" }));
    write(sheet);
    const page = await openPage(computer, { hash: "#questions" });
    return { computer, page, write };
  }
  const GAMMA = "Name,Link\nGamma,https://example.org/gamma\n";
  const fault = (text: string | RegExp) => find("main [role=status], main .empty p", text);

  it("is practised; the row or the line with a fault is named, and the last good list stays", async () => {
    const { computer, page, write } = await startWith(`Name,Link,Tags,Difficulty
Alpha,https://example.org/alpha,array,Easy
Beta,https://example.org/beta,array,Hard
,https://example.org/nameless,array,Easy
`);
    await expect.poll(headers).toEqual(["Alpha - https://example.org/alpha", "Beta - https://example.org/beta"]);
    await fault("1 row skipped; row 4: it has no name.");
    expect(((await find("select", "List")) as HTMLSelectElement).value).toBe("");
    await clickButton("Practise now");
    await find("h2", "1 of 2");
    await clickButton(/^Solved in /, ".marks");
    await find(".went span", /^Alpha: Solved/);
    await find("header [role=status]", "Saved");
    expect(await computer.cli("questions --state learning")).toContain("Alpha");

    await clickButton("All questions");
    write('Name,Link\n"Gamma,https://example.org/gamma\n');
    await page.reload();
    await fault(/^.\/questions.csv: line 2: a quotation mark is not closed;/);
    expect(headers()).toHaveLength(2);
    write(GAMMA);
    await page.reload();
    await expect.poll(headers).toEqual(["Gamma - https://example.org/gamma"]);
  });

  it("that can't be read says why where there is no copy of it, and is read again when it is mended", async () => {
    const { write } = await startWith('"');
    await summary("The questions didn't load.");
    await fault(/^.\/questions.csv: line 1: a quotation mark is not closed;/);
    write(GAMMA);
    await clickButton("Try again", ".empty");
    await expect.poll(headers).toEqual(["Gamma - https://example.org/gamma"]);
  });
});

it("a hostile sheet is text: it brings no element of its own, and links only to web addresses, which are named", async () => {
  const computer = await startComputer();
  const sheet = "https://docs.google.com/spreadsheets/d/hostile/gviz/tq?tqx=out:json";
  writeFileSync(join(computer.home, "dailyleet.json"), JSON.stringify({ sheet }));
  const answers = { tq: () => new Response(hostileSheet()) };
  const { problems } = await openPage(computer, { hash: "#questions", answers });
  await expect.poll(() => shown(HEADER).length).toBe(HOSTILE_TEXTS.length + 1);
  const hosts = new Set<string | undefined>();
  for (const header of shown(HEADER)) {
    header.click();
    await expect.poll(() => header.getAttribute("aria-expanded"), { interval: 1 }).toBe("true");
    const row = header.closest("li") as HTMLElement;
    expect([...row.querySelectorAll(STRANGERS)]).toEqual([]);
    for (const link of row.querySelectorAll("a")) {
      const named = link.parentElement?.querySelector("bdi")?.textContent;
      hosts.add(named);
      const href = link.getAttribute("href") ?? "";
      expect(href).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
      const { username, password, host } = new URL(href);
      expect([username, password, host]).toEqual(["", "", named]);
      expect([link.target, link.rel]).toEqual(["_blank", "noopener noreferrer"]);
    }
  }
  expect(hosts).toEqual(new Set(LOOK_ALIKES.map((address) => new URL(address).host)));
  expect(problems).toEqual([]);
});

/** Elements that only a hostile sheet could have inserted. */
const STRANGERS = "img, svg, script, iframe, style, base, [style], [onerror], [onmouseover]";

const searchBox = async () => (await find("input[type=search]")) as HTMLInputElement;
const pressed = () => textsOf(".marks [aria-pressed=true] > span");
const signs = (count: number) =>
  shown(".rows > li > .sign")
    .slice(0, count)
    .map((sign) => sign.getAttribute("aria-label"));

/** The description of a header that screen readers announce after its name. */
function descriptionOf(row: number): (string | null | undefined)[] {
  const ids = shown(HEADER)[row]?.getAttribute("aria-describedby")?.split(" ") ?? [];
  const parts = ids.map((id) => document.getElementById(id));
  return parts.map((part) => part?.getAttribute("aria-label") ?? part?.textContent);
}
