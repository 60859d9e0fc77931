import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DEFAULT_SOURCES, mapValue, namedPath } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { todayText } from "../support/today.ts";
import { startDesktop } from "./support/cloud.ts";
import { type Home, newHome, refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";
import { change, homeWith, plantSettings, refused } from "./support/settings.ts";

const CONFIG = "dailyleet.json";

const textOf = ({ directory }: Pick<Home, "directory">) => readFileSync(join(directory, CONFIG), "utf8");
const jsonOf = (home: Pick<Home, "directory">) => JSON.parse(textOf(home));

function homeWithFile(text: string): Home {
  const home = localHome();
  writeFileSync(join(home.directory, CONFIG), text, { mode: 0o600 });
  return home;
}

const [LEETCODE] = DEFAULT_SOURCES;

describe("config KEY VALUE says in one line what holds and what held before, and config KEY the value alone:", () => {
  type Row = readonly [before: readonly string[], line: string, answer: string, value: unknown];
  const rows: readonly Row[] = [
    [[], "dayEndsAt 03:00", "03:00 (was 00:00)", "03:00"],
    [["dayEndsAt 03:00"], "dayEndsAt 03:00", "03:00 (was 03:00)", "03:00"],
    [["dayEndsAt 03:00"], "dayEndsAt --unset", "00:00 (was 03:00)", "00:00"],
    [["dayEndsAt 03:00"], "dayEndsAt none", "00:00 (was 03:00)", "00:00"],
    [[], "DAYENDSAT none", "00:00 (was 00:00)", "00:00"],
    [[], "rest.weekdays Sun,sat", "sun,sat (was none)", "sun,sat"],
    [["rest.weekdays sun", "rest.perMonth 2"], "rest.weekdays none", "none (was sun)", null],
    [[], "rest.perMonth 10", "10 (was 0)", "10"],
    [["list all"], "list neetcode150", "neetcode150 (was all)", "neetcode150"],
    [["list all"], "list none", "dailyleet75 (was all)", "dailyleet75"],
    [[], "problems on", "on (was off)", "on"],
    [["problems on"], "problems False", "off (was on)", "off"],
    [
      [],
      "source 4 Atcoder https://atcoder.jp/",
      "Atcoder https://atcoder.jp/ (was InterviewBit https://www.interviewbit.com/practice/)",
      { name: "Atcoder", url: "https://atcoder.jp/" },
    ],
    // The new name has the same address, so the source keeps its day.
    [
      [],
      `source.1 Leet_Code ${LEETCODE?.url}`,
      `Leet Code ${LEETCODE?.url} (was LeetCode ${LEETCODE?.url})`,
      { ...LEETCODE, name: "Leet Code" },
    ],
    [
      ["source.1 B https://example.org/"],
      "source.1 none",
      `LeetCode ${LEETCODE?.url} (was B https://example.org/)`,
      LEETCODE,
    ],
  ];
  it.each(rows)("%j, then %s", async (before, line, answer, value) => {
    const home = await homeWith(before);
    const [key = ""] = line.replace(/^source (\d)/, "source.$1").split(" ");
    const name = key === "DAYENDSAT" ? "dayEndsAt" : key;
    expect(await change(home, line)).toEqual({ code: 0, stdout: `${name}: ${answer}\n`, stderr: "" });
    const now = answer.replace(/ \(was .*/, "").replace(/^none$/, "");
    expect(await home.out(["config", key])).toBe(`${now}\n`);
    expect((await home.json(["config", key])).value).toEqual(value);
  });

  it("the same as JSON, with where the value comes from", async () => {
    const home = localHome();
    const common = { version: 1, setting: "dayEndsAt", default: "00:00" };
    expect(await home.json(["config", "dayEndsAt"])).toEqual({ ...common, value: "00:00", from: "default" });
    const changed = { ...common, value: "03:00", from: "person", was: "00:00", saved: "local" };
    expect(await home.json(["config", "dayEndsAt", "03:00"])).toEqual(changed);
    expect(await home.json(["config", "dayEndsAt"])).toEqual({ ...common, value: "03:00", from: "person" });
    expect(await home.json(["config", "backups", "off"])).toEqual({
      ...{ version: 1, setting: "backups", value: false, default: true, from: "computer" },
      ...{ was: true, saved: "local" },
    });
  });

  it("and a plan's day, which another command changes", async () => {
    const home = localHome();
    await home.out(["plan", "2099-12-30"]);
    expect(await home.out(["config", "plan"])).toBe("2099-12-30\n");
    expect((await home.json(["config", "plan"])).value).toEqual({ until: "2099-12-30", from: todayText });
    expect(await home.out(["undo"])).toContain("plan, until: default (was 2099-12-30)\n");
    expect(await home.out(["config", "plan"])).toBe("\n");
  });

  it("and what it wrote is in force at once", async () => {
    const home = await homeWith(["source.4 AtCoder https://atcoder.jp/"]);
    expect(await home.out(["tick", "atcoder"])).toContain("AtCoder, ");
  });
});

describe("config lists every setting", () => {
  it("with its value, who decides it and its default", async () => {
    const home = homeWithFile(
      JSON.stringify({ list: "all", icons: "/mine/", google: { clientId: "i", clientSecret: "SECRET" } }),
    );
    for (const line of ["dayEndsAt 03:00", "problems on", "waitForCloud off"]) await change(home, line);
    const listed = await home.out(["config"]);
    const lineOf = (key: string) => new RegExp(`^${key} +(.*)$`, "m").exec(listed)?.[1];
    expect(
      ["mode", "list", "plan", "dayEndsAt", "rest.perMonth", "problems", "waitForCloud", "backups", "icons"].map(
        lineOf,
      ),
    ).toEqual([
      ...["local", "all (the site's)", "none (default)", "03:00 (yours; default 00:00)", "0 (default)"],
      ...["on (yours; default off)", "off (this computer's; default on)", "on (default)", "/mine/ (the site's)"],
    ]);
    expect(lineOf("sheet")).toBeUndefined();
    expect(listed).not.toContain("SECRET");
  });

  it("without the control characters of a stored text", async () => {
    const home = await homeWith(["list all"]);
    plantSettings(home, { "source.1": { name: "Red\u001b[31m", url: "https://example.org/" } });
    for (const line of ["config", "config source.1", "config source.1 none", "undo"]) {
      const { stdout } = await home.run(line.split(" "));
      expect([line, stdout]).toEqual([line, expect.stringContaining("Red")]);
      expect([line, stdout]).toEqual([line, expect.not.stringContaining("\u001b")]);
    }
  });

  it("and as JSON, also those that have no value", async () => {
    const home = await homeWith(["account.leetcode asha", "dayEndsAt 00:00"]);
    const { version, mode, settings, files } = (await home.json(["config"])) as {
      version: number;
      mode: string;
      settings: Record<string, { from: string }>;
      files: object;
    };
    expect([version, mode]).toEqual([1, "local"]);
    expect(settings).toMatchObject({
      "account.leetcode": { value: "asha", default: null, from: "person" },
      "account.atcoder": { value: null, default: null, from: "default" },
      // The person stored a value that equals the default.
      dayEndsAt: { value: "00:00", default: "00:00", from: "person" },
      "source.1": { value: LEETCODE, default: LEETCODE, from: "default" },
      backups: { value: true, default: true, from: "default" },
      sheet: { value: null, default: null, from: "default" },
    });
    expect(files).toEqual({
      configuration: join(home.directory, CONFIG),
      database: join(home.directory, "dailyleet.db"),
    });
  });
});

describe("a profile's settings", () => {
  it("are its own, and a new one begins with the defaults", async () => {
    const home = await homeWith(["dayEndsAt 03:00", "account.leetcode ada", "source.4 AtCoder https://atcoder.jp/"]);
    await home.out(["profiles", "add", "Bea"]);
    const bea = (...args: string[]) => home.out([...args, "--profile", "Bea"]);
    expect(await bea("config", "dayEndsAt")).toBe("00:00\n");
    expect(await bea("config", "account.leetcode")).toBe("\n");
    expect(await bea("today")).toContain("InterviewBit");
    expect(await bea("config", "dayEndsAt", "05:00")).toBe("dayEndsAt: 05:00 (was 00:00)\n");
    expect(await home.out(["config", "dayEndsAt"])).toBe("03:00\n");
    expect(await refusal(home, ["config", "dayEndsAt", "--profile", "Cy"])).toEqual([
      2,
      expect.stringContaining("There is no profile 'Cy'"),
    ]);
  });
});

describe("undo and redo take a setting back, and say which", () => {
  it("with what it becomes", async () => {
    const home = await homeWith(["dayEndsAt 03:00"]);
    await home.out(["tick", "1"]);
    await change(home, "dayEndsAt 04:00");
    expect(await home.out(["undo"])).toMatch(/config.*\ndayEndsAt: 03:00 \(was 04:00\)\n$/);
    expect(await home.out(["config", "dayEndsAt"])).toBe("03:00\n");
    expect(await home.out(["redo"])).toContain("dayEndsAt: 04:00 (was 03:00)\n");
    expect((await home.json(["undo"])).changes).toEqual([
      { setting: "dayEndsAt", part: "value", text: "03:00", was: "04:00" },
    ]);
    for (let time = 0; time < 2; time++) await home.out(["undo"]);
    expect(await home.out(["config", "dayEndsAt"])).toBe("00:00\n");
  });

  it("as one step, however many parts it has", async () => {
    const home = await homeWith(["source.4 AtCoder https://atcoder.jp/"]);
    const said = await home.out(["undo"]);
    expect(said).toContain("source.4, name: default (was AtCoder)\n");
    expect(said).toContain("source.4, url: default (was https://atcoder.jp/)\n");
    expect(await home.out(["config", "source.4"])).toMatch(/^InterviewBit /);
  });
});

describe("a source that gets another name or address", () => {
  const SENTENCE =
    "dailyleet: Source 4 has 1 tick of InterviewBit (https://www.interviewbit.com/practice/); what is ticked stays, " +
    "and will count for AtCoder (https://atcoder.jp/).\n";

  it("keeps the person's ticks, which is said before", async () => {
    const home = localHome();
    await home.out(["profiles", "add", "Asha"]);
    for (const profile of ["You", "Asha"]) await home.out(["tick", "1", "4", "--profile", profile]);
    const line = ["config", "source.4", "AtCoder", "https://atcoder.jp/"];
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return "n";
    };
    expect(await runInProcess(home.directory, line, { ask })).toEqual({
      code: 0,
      stdout: "",
      stderr: `${SENTENCE}dailyleet: Nothing was changed.\n`,
    });
    expect(asked).toEqual(["Change it all the same? [Y/n] "]);
    expect(await home.run(line)).toMatchObject({ code: 0, stderr: SENTENCE });
    expect(await home.out(["today"])).toMatch(/AtCoder +Done/);
  });
});

describe("a value that is not allowed is wrong usage, and writes nothing:", () => {
  it.each([
    ["dayEndsAt 9", "'9' is not an end of a day; give a time from 00:00 to 06:00, such as 03:00."],
    ["dayEndsAt 03:00 x", "'dailyleet config dayEndsAt' takes no 'x'; see 'dailyleet config --help'."],
    ["dayEndsAt _", "'dailyleet config dayEndsAt' takes no empty text; give a value, or none."],
    ["dayEndsAt 03:00 --unset", "--unset takes no value; leave out '03:00', or --unset."],
    ["--unset", "--unset needs a setting, as in 'dailyleet config list --unset'."],
    [
      "rest.weekdays sun,sun",
      "'sun,sun' is not a list of weekdays; give some of sun,mon,tue,wed,thu,fri,sat, each once.",
    ],
    ["rest.perMonth 11", "'11' is not a number of rest days; give one from 0 to 10."],
    ["rest.perMonth 1e0", "'1e0' is not a number of rest days; give one from 0 to 10."],
    ["list grind", "'grind' is not a list; give dailyleet75, neetcode150, all."],
    ["plan 2099-12-31", "A plan has a command of its own; use 'dailyleet plan 2099-12-31'."],
    ["plan --unset", "A plan has a command of its own; use 'dailyleet plan none'."],
    ["problems maybe", "'maybe' is not a choice; give on or off."],
    ["backups maybe", "'maybe' is not a value for 'backups'; give on, off or a whole path such as ~/Sync/dailyleet."],
    ["waitForCloud soon", "'soon' is not a value for 'waitForCloud'; give on or off."],
    ["source.6 A https://example.org", expect.stringMatching(/^There is no setting 'source\.6'; give one of list, /)],
    ["source", expect.stringMatching(/^There is no setting 'source'; give one of list, /)],
    ["account none", expect.stringMatching(/^There is no setting 'account\.none'; give one of list, /)],
    ["constructor x", expect.stringMatching(/^There is no setting 'constructor'; /)],
    ["source.2 A", "'source.2' needs a name and an https address; give both, or the default back."],
    [
      "source.2 A http://example.org",
      "'http://example.org' is not the address of a source; give an https address without user name, spaces or backslashes.",
    ],
    [
      "source.2 leetcode https://example.org",
      "Source 1 is called 'leetcode', too; give a name that no other source has.",
    ],
    ["account.leetcode a/b", expect.stringMatching(/^'a\/b' is not an account of LeetCode; give the NAME of /)],
  ])("%s", async (line, sentence) => {
    const home = localHome();
    expect(await refused(home, line)).toEqual([2, sentence]);
    expect(readdirSync(home.directory)).toEqual([]);
  });

  it("a password in an address is not repeated", async () => {
    const [code, sentence] = await refused(localHome(), "source.2 A https://me:SECRET@example.org");
    expect([code, sentence]).toEqual([2, expect.not.stringContaining("SECRET")]);
  });

  it("what the site decides is shown alone, and refused with the place where it stands", async () => {
    const home = homeWithFile('{"icons":"/mine/"}');
    expect(await home.out(["config", "icons"])).toBe("/mine/\n");
    expect(await refused(home, "icons /other/")).toEqual([
      2,
      `'icons' can't be changed here; write it into ${join(home.directory, CONFIG)}.`,
    ]);
  });
});

describe("an account", () => {
  it("that is called 'none' is named by '@none', and taken back by 'none'", async () => {
    const home = localHome();
    const { code, stdout, stderr } = await change(home, "account.leetcode @none");
    expect([code, stdout]).toEqual([0, "account.leetcode: none (was none)\n"]);
    expect(stderr).toContain("leetcode.com");
    expect((await home.json(["config", "account.leetcode"])).value).toBe("none");
    expect(await change(home, "account.leetcode none")).toMatchObject({ code: 0, stderr: "" });
    expect((await home.json(["config", "account.leetcode"])).value).toBe(null);
  });

  it("needs a source of its site", async () => {
    expect(await refused(localHome(), "account.atcoder asha")).toEqual([2, expect.stringContaining("AtCoder")]);
    await homeWith(["source.4 AtCoder https://atcoder.jp/", "account.atcoder asha"]);
  });
});

describe("a stored value that can't be used", () => {
  const unusable = (key: string, part = "") =>
    `dailyleet: The setting '${key}'${part} can't be used, and its default counts; change it, or give the default back ` +
    `with 'dailyleet config ${key} --unset'.\n`;

  it("is named once by every command, and harms itself alone", async () => {
    const home = localHome();
    await home.out(["tick", "1"]);
    plantSettings(home, {
      ...{ dayEndsAt: { value: "9" }, "rest.perMonth": { value: "2" }, list: { value: "all" } },
      "source.2": { name: "Two", url: "javascript:alert(1)" },
    });
    const said = unusable("dayEndsAt") + unusable("source.2", " (url)");
    const lines = ["", "tick 2", "today", "status", "stats", "review", "export", "undo", "config", "config list"];
    for (const line of lines) {
      const { code, stderr } = await home.run(line.split(" ").filter(Boolean));
      expect([line, code, stderr]).toEqual([line, 0, said]);
    }
    expect((await home.run(["config", "rest.perMonth"])).stdout).toBe("2\n");
    expect((await home.run(["config", "dayEndsAt"])).stdout).toBe("00:00\n");
    const { code, stdout } = await home.run(["doctor", "--json"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("The setting 'dayEndsAt' can't be used")]);
  });

  it("is refused by fetch and import only where it is a source's, which would take other sources for the person's", async () => {
    const home = localHome();
    await home.out(["tick", "1"]);
    writeFileSync(join(home.directory, "given.json"), JSON.stringify({ version: 1, years: {} }));
    const given = ["import", join(home.directory, "given.json")];
    plantSettings(home, { dayEndsAt: { value: "9" } });
    expect(await home.run(given)).toMatchObject({ code: 0, stderr: unusable("dayEndsAt") });
    expect((await home.run(["fetch"])).stderr).toContain(unusable("dayEndsAt"));
    plantSettings(home, { "source.2": { url: "x" } });
    for (const args of [["fetch"], given]) {
      expect(await home.run(args)).toEqual({ code: 1, stdout: "", stderr: unusable("source.2", " (url)") });
    }
  });

  it("is mended by a good one or by none; the others stay as they are, and named", async () => {
    const home = localHome();
    await home.out(["tick", "1"]);
    plantSettings(home, { dayEndsAt: { value: "9" }, list: { value: "grind" }, problems: { value: "on" } });
    expect(await change(home, "dayEndsAt 03:00")).toEqual({
      ...{ code: 0, stdout: "dayEndsAt: 03:00 (was 00:00)\n", stderr: unusable("list") },
    });
    expect(await change(home, "list --unset")).toMatchObject({ code: 0, stderr: "" });
    expect(await home.out(["config", "problems"])).toBe("on\n");
  });
});

describe("in cloud mode settings are the person's", () => {
  it("wherever the person signs in, and nobody else's", async () => {
    const { cloud, desktop } = await startDesktop();
    expect(JSON.parse((await desktop.run(["config", "dayEndsAt", "03:00", "--json"])).stdout)).toMatchObject({
      ...{ value: "03:00", was: "00:00", saved: "cloud" },
    });
    const laptop = await cloud.signedIn();
    expect((await laptop.run(["config", "dayEndsAt"])).stdout).toBe("03:00\n");
    await desktop.run(["config", "source.4", "AtCoder", "https://atcoder.jp/"]);
    // This command reads from the cloud, so the next command knows the setting.
    await laptop.run(["today"]);
    expect((await laptop.run(["tick", "atcoder"])).stdout).toContain("AtCoder, ");
    await laptop.run(["undo"]);
    expect((await laptop.run(["undo"])).stdout).toBe("");
    cloud.meet("Bea");
    const other = await cloud.signedIn();
    expect((await other.run(["config", "dayEndsAt"])).stdout).toBe("00:00\n");
  });

  it("goes through the outbox, like a tick", async () => {
    const { cloud, desktop } = await startDesktop();
    await desktop.run(["today"]);
    await cloud.goOffline();
    const { code, stdout, stderr } = await desktop.run(["config", "dayEndsAt", "03:00", "--json"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { value: "03:00", saved: "pending" }]);
    expect(stderr).toContain("The change is saved on this computer and will be sent with the next command.\n");
    expect((await desktop.run(["config", "dayEndsAt"])).stdout).toBe("03:00\n");
    expect(JSON.parse((await desktop.run(["undo", "--json"])).stdout)).toMatchObject({
      ...{ changes: [{ setting: "dayEndsAt", text: "", was: "03:00" }], saved: "pending" },
    });
    await desktop.run(["redo"]);
    await cloud.goOnline();
    expect((await desktop.run(["sync"])).stdout).toBe("1 sent, 0 waiting, 0 refused\n");
    expect(await cloud.read(namedPath(cloud.uid, "settings"))).toMatchObject({
      settings: mapValue({ dayEndsAt: mapValue({ value: { stringValue: "03:00" } }) }),
    });
    expect((await desktop.run(["undo"])).stdout).toContain("dayEndsAt: default (was 03:00)\n");
  });

  it("and are named where somebody leaves before they are sent", async () => {
    const { cloud, desktop } = await startDesktop();
    await cloud.goOffline();
    await desktop.run(["config", "list", "all"]);
    const { code, stderr } = await desktop.run(["logout", "--leave"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("  list: all\n")]);
  });

  it("need a sign-in to be changed, and no profile", async () => {
    const { cloud, desktop } = await startDesktop();
    const nobody = cloud.computer();
    expect((await nobody.run(["config", "dayEndsAt"])).stdout).toBe("00:00\n");
    const { code, stdout } = await nobody.run(["config", "dayEndsAt", "03:00"]);
    expect([code, stdout]).toEqual([4, ""]);
    for (const line of [["config"], ["config", "dayEndsAt", "03:00"]]) {
      expect(await desktop.run([...line, "--profile", "You"])).toMatchObject({ code: 2, stdout: "" });
    }
  });

  it("but for what the site decides", async () => {
    const { desktop } = await startDesktop();
    const { code, stderr } = await desktop.run(["config", "sheet", "https://example.org/x"]);
    const sentence = "'sheet' is decided by the site, project demo-dailyleet, for all who sign in";
    expect([code, stderr]).toEqual([2, `dailyleet: ${sentence}; ask the person who runs it.\n`]);
  });

  it.each([
    ["that is cut", (text: string) => text.slice(0, 20)],
    ["without a usable project", (text: string) => text.replace('"projectId"', '"project"')],
    ["that is empty", () => ""],
    ["behind a link to nothing", null],
  ])("and a configuration %s keeps ticks and settings for the account until it is mended", async (_, spoil) => {
    const { cloud, desktop } = await startDesktop();
    await desktop.run(["tick", "1"]);
    const whole = textOf(desktop);
    const file = join(desktop.directory, CONFIG);
    rmSync(file);
    if (spoil) writeFileSync(file, spoil(whole));
    else symlinkSync(`${file}.gone`, file);
    const { code, stdout, stderr } = await desktop.run(["tick", "2", "--json"]);
    expect([code, JSON.parse(stdout).saved]).toEqual([0, "pending"]);
    expect(stderr).toMatch(
      /dailyleet\.json .* Until then the defaults count, in cloud mode, project demo-dailyleet\.\n/,
    );
    expect(stderr).toContain(
      "Without the configuration the cloud can't be asked. The change is saved on this computer",
    );
    const { sources } = JSON.parse((await desktop.run(["today", "--json"])).stdout);
    expect(sources.map(({ done }: { done: boolean }) => done)).toEqual([true, true, false, false, false]);
    expect((await change(desktop, "dayEndsAt 03:00")).stdout).toBe("dayEndsAt: 03:00 (was 00:00)\n");
    expect(existsSync(file) && textOf(desktop)).toBe(spoil ? spoil(whole) : false);
    rmSync(file, { force: true });
    writeFileSync(file, whole);
    expect((await desktop.run(["sync"])).stdout).toBe("2 sent, 0 waiting, 0 refused\n");
    const other = await cloud.signedIn();
    expect((await other.run(["config", "dayEndsAt"])).stdout).toBe("03:00\n");
    expect(JSON.parse((await other.run(["today", "--json"])).stdout).sources).toEqual(sources);
  });

  it("and a fault beside the project leaves it in force", async () => {
    const { desktop } = await startDesktop();
    writeFileSync(join(desktop.directory, CONFIG), JSON.stringify({ ...jsonOf(desktop), icons: 3 }));
    const { stdout, stderr } = await desktop.run(["tick", "1", "--json"]);
    expect(JSON.parse(stdout).saved).toBe("cloud");
    expect(stderr).toMatch(/^dailyleet: In .* 'icons' is 3, .*, in cloud mode, project demo-dailyleet\.\n$/);
  });
});

describe("this computer's settings are in dailyleet.json:", () => {
  type Row = readonly [line: string, before: object, after: object, answer: string];
  const rows: readonly Row[] = [
    ["backups off", {}, { backups: false }, "backups: off (was on)"],
    ["backups true", { backups: false }, { backups: true }, "backups: on (was off)"],
    [
      "backups ~/My_backups",
      { list: "all" },
      { list: "all", backups: "~/My backups" },
      "backups: ~/My backups (was on)",
    ],
    ["backups none", { backups: "~/Sync" }, {}, "backups: on (was ~/Sync)"],
    ["waitForCloud off", {}, { waitForCloud: false }, "waitForCloud: off (was on)"],
    ["waitForCloud --unset", { waitForCloud: false }, {}, "waitForCloud: on (was off)"],
  ];
  it.each(rows)("%s", async (line, before, after, answer) => {
    const home = homeWithFile(JSON.stringify(before));
    expect(await change(home, line)).toEqual({ code: 0, stdout: `${answer}\n`, stderr: "" });
    expect(jsonOf(home)).toEqual(after);
    expect(readdirSync(home.directory)).toEqual([CONFIG]);
  });
});

describe("a file that a setting is written into", () => {
  it("keeps order, values and indentation of what is not changed", async () => {
    const home = homeWithFile(`{\n\t"counter": {"line": "ॐ"},\n\t"backups": true,\n\t"icons": "/icons/"\n}`);
    await change(home, "backups off");
    await change(home, "waitForCloud off");
    const lines = ["{", '"counter": {', '\t"line": "ॐ"', "},", '"backups": false,', '"icons": "/icons/",'];
    expect(textOf(home)).toBe(`${[...lines, '"waitForCloud": false'].join("\n\t")}\n}\n`);
  });

  it.each([
    ["is private where it is new", null, 0o600],
    ["keeps its mode", 0o640, 0o640],
  ])("%s", async (_, before, after) => {
    const home = before === null ? localHome() : homeWithFile("{}");
    const file = join(home.directory, CONFIG);
    if (before !== null) chmodSync(file, before);
    await change(home, "backups off");
    expect(statSync(file).mode & 0o777).toBe(after);
    expect(readdirSync(home.directory)).toEqual([CONFIG]);
    expect(textOf(home)).toBe('{\n  "backups": false\n}\n');
  });

  it("is the one behind a link, which stays", async () => {
    const [home, dotfiles] = [localHome(), tempDirectory()];
    const [link, target] = [join(home.directory, CONFIG), join(dotfiles, "settings.json")];
    symlinkSync(target, link);
    for (const backups of ["off", "on"]) {
      await change(home, `backups ${backups}`);
      expect([lstatSync(link).isSymbolicLink(), JSON.parse(readFileSync(target, "utf8"))]).toEqual([
        true,
        { backups: backups === "on" },
      ]);
    }
    expect([readdirSync(dotfiles), readdirSync(home.directory)]).toEqual([["settings.json"], [CONFIG]]);
  });

  it("without an object is kept beside the new one", async () => {
    for (const text of ["{", "[]", ""]) {
      const home = homeWithFile(text);
      const { code, stderr } = await change(home, "backups off");
      const copy = join(home.directory, `${CONFIG}.unreadable`);
      expect([code, stderr]).toEqual([0, `dailyleet: The unreadable file is kept as ${copy}.\n`]);
      expect(readFileSync(copy, "utf8")).toBe(text);
      expect(jsonOf(home)).toEqual({ backups: false });
      expect(await home.run(["today"])).toMatchObject({ code: 0, stderr: "" });
    }
  });

  it("that had a project is left to a person, who is told where", async () => {
    const text = '{"firebase":{"apiKey":"k"';
    const home = homeWithFile(text);
    expect(await refused(home, "backups off")).toEqual([1, expect.stringContaining("not valid JSON")]);
    expect([textOf(home), readdirSync(home.directory)]).toEqual([text, [CONFIG]]);
  });

  it("keeps a faulty value, which is named, and loses one that is mended", async () => {
    const home = homeWithFile('{"backups":3,"icons":5}');
    const { code, stderr } = await change(home, "backups off");
    expect([code, stderr]).toEqual([0, expect.stringContaining("'icons' is 5")]);
    expect(jsonOf(home)).toEqual({ backups: false, icons: 5 });
  });
});

it("no change is lost to a second writer at the same moment", async () => {
  const home = newHome();
  await home.out(["tick", "1"]);
  const lines = ["dayEndsAt 03:00", "rest.perMonth 2", "rest.weekdays sun", "backups off", "list all", "problems on"];
  for (const { code, stderr } of await Promise.all(lines.map((line) => change(home, line)))) {
    expect([code, stderr]).toEqual([0, ""]);
  }
  for (const line of lines) {
    const [key = "", value] = line.split(" ");
    expect(await home.out(["config", key])).toBe(`${value}\n`);
  }
});

const BROKEN: Readonly<Record<string, (file: string) => void>> = {
  "no JSON": (file) => writeFileSync(file, "{"),
  "no text": (file) => writeFileSync(file, ""),
  "a list": (file) => writeFileSync(file, "[]"),
  "an unknown key": (file) => writeFileSync(file, '{"lists":1}'),
  "a wrong value": (file) => writeFileSync(file, '{"list":"grind","icons":[]}'),
  "UTF-16": (file) => writeFileSync(file, Buffer.from("\ufeff{}", "utf16le")),
  "much text": (file) => writeFileSync(file, "[".repeat(2 ** 24)),
  "a directory": (file) => mkdirSync(file),
  "a pipe": (file) => execFileSync("mkfifo", [file]),
  "a link to nothing": (file) => symlinkSync(`${file}.gone`, file),
  "a circle of links": (file) => symlinkSync(file, file),
};

describe("a broken dailyleet.json", () => {
  it.each(Object.entries(BROKEN))("(%s) stops no verb of a day, and is named each time", async (_, spoil) => {
    const home = await homeWith(["dayEndsAt 00:30"]);
    const file = join(home.directory, CONFIG);
    await home.out(["tick", "1"]);
    spoil(file);
    const lines = ["", "tick 2 3", "untick 2", "undo", "mark 1 solved", "today", "status", "review", "stats", "config"];
    for (const line of lines) {
      const { code, stdout, stderr } = await home.run(line.split(" ").filter(Boolean));
      expect([line, code, stdout === ""]).toEqual([line, 0, false]);
      expect(stderr).toMatch(/^dailyleet: [^\n]+ Until then the defaults count, in local mode\.\n$/);
      expect(stderr).toContain(file);
    }
    // The person's settings are in the database, not in the broken file.
    expect((await home.run(["config", "dayEndsAt"])).stdout).toBe("00:30\n");
    const { years } = JSON.parse((await home.run(["export"])).stdout);
    expect(Object.values(Object.values(years)[0] as object)).toEqual([{ 1: true, 2: true, 3: true }]);
    const { code, stdout } = await home.run(["doctor", "--json"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(file)]);
  });

  it.each(["fetch", "import -"])(
    "is refused by '%s', which would take other sources for the person's",
    async (line) => {
      expect(await refusal(homeWithFile("{"), line.split(" "))).toEqual([1, expect.stringContaining("not valid JSON")]);
    },
  );
});

it("a person's settings in dailyleet.json don't count, which is said once with the command for them", async () => {
  const home = homeWithFile('{"dayEndsAt":"03:00","rest":{"perMonth":2},"list":"all"}');
  await change(home, "problems on");
  const said =
    `dailyleet: ${join(home.directory, CONFIG)} has settings that don't count there, because they are each person's own ` +
    "(dayEndsAt, rest); set them with 'dailyleet config', and take them out.\n";
  writeFileSync(join(home.directory, "given.json"), JSON.stringify({ version: 1, years: {} }));
  const lines = ["tick 1", "today", "config", "config dayEndsAt", `import ${join(home.directory, "given.json")}`];
  for (const line of lines) expect(await home.run(line.split(" "))).toMatchObject({ code: 0, stderr: said });
  expect((await home.run(["config", "dayEndsAt"])).stdout).toBe("00:00\n");
  expect((await home.run(["config", "list"])).stdout).toBe("all\n");
  expect((await home.run(["doctor"])).stdout).toContain("dayEndsAt, rest");
});
