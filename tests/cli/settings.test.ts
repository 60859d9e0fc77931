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
import { DEFAULT_SOURCES } from "@dailyleet/core";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/inProcess.ts";
import { tempDirectory } from "../support/tempDirectory.ts";
import { startDesktop } from "./support/cloud.ts";
import { type Home, newHome, refusal } from "./support/home.ts";
import { localHome } from "./support/localHome.ts";

type Row = readonly [line: string, before: object, after: object];

const OTHER = { name: "AtCoder", url: "https://atcoder.jp/" };
const CONFIG = "dailyleet.json";
const CHOICES = "choices.json";

const textOf = ({ directory }: Pick<Home, "directory">, name = CONFIG) => readFileSync(join(directory, name), "utf8");
const jsonOf = (...place: Parameters<typeof textOf>) => JSON.parse(textOf(...place));

function homeWith(text: string, name = CONFIG): Home {
  const home = localHome();
  writeFileSync(join(home.directory, name), text, { mode: 0o600 });
  return home;
}

/** Runs 'dailyleet config' with these words, of which '_' in one is a space. */
const change = (home: Pick<Home, "run">, line: string) =>
  home.run(["config", ...line.split(" ").map((word) => word.replaceAll("_", " "))]);

describe("config KEY VALUE writes dailyleet.json:", () => {
  const rows: readonly Row[] = [
    ["dayEndsAt 03:00", {}, { dayEndsAt: "03:00" }],
    ["dayEndsAt none", { dayEndsAt: "03:00" }, {}],
    ["rest.weekdays Sun,sat", {}, { rest: { weekdays: ["sun", "sat"] } }],
    ["rest.perMonth 2", { rest: { weekdays: ["sun"] } }, { rest: { weekdays: ["sun"], perMonth: 2 } }],
    ["rest.perMonth 0", {}, { rest: { perMonth: 0 } }],
    ["rest.weekdays none", { rest: { weekdays: ["sun"], perMonth: 2 } }, { rest: { perMonth: 2 } }],
    ["rest.perMonth none", { rest: { perMonth: 2 } }, {}],
    // A person's own configuration may hold choices, too.
    ["backups none", { backups: "~/Sync" }, {}],
    ["list none", { list: "all", plan: { until: "2027-03-31" } }, { plan: { until: "2027-03-31" } }],
    ["source 4 AtCoder https://atcoder.jp/", {}, { sources: DEFAULT_SOURCES.with(3, OTHER) }],
    // A source whose address stays has the same day.
    [
      `source 1 Leet_Code ${DEFAULT_SOURCES[0]?.url}`,
      {},
      { sources: DEFAULT_SOURCES.with(0, { ...DEFAULT_SOURCES[0], name: "Leet Code" } as typeof OTHER) },
    ],
    ["source 4 none", { sources: DEFAULT_SOURCES.with(3, OTHER) }, {}],
    [
      "source 1 none",
      { sources: DEFAULT_SOURCES.with(3, OTHER).with(0, { ...OTHER, name: "B" }) },
      { sources: DEFAULT_SOURCES.with(3, OTHER) },
    ],
    ["source none", { sources: DEFAULT_SOURCES.with(3, OTHER) }, {}],
  ];
  it.each(rows)("%s", async (line, before, after) => {
    const home = homeWith(JSON.stringify(before));
    expect(await change(home, line)).toMatchObject({ code: 0, stderr: "" });
    expect(jsonOf(home)).toEqual(after);
    if (existsSync(join(home.directory, CHOICES))) expect(jsonOf(home, CHOICES)).toEqual({});
  });

  it("and what it wrote is in force at once", async () => {
    const home = localHome();
    await change(home, "source 4 AtCoder https://atcoder.jp/");
    expect(await home.out(["tick", "atcoder"])).toContain("AtCoder, ");
    expect(await home.out(["config"])).toMatch(/^sources +LeetCode: /m);
  });
});

describe("a source that gets another name or address", () => {
  const SENTENCE =
    "dailyleet: Source 4 has 2 ticks of InterviewBit (https://www.interviewbit.com/practice/); what is ticked stays, " +
    "and will count for AtCoder (https://atcoder.jp/).\n";

  it("keeps its ticks, of all profiles, which is said before", async () => {
    const home = localHome();
    await home.out(["profiles", "add", "Asha"]);
    for (const profile of ["You", "Asha"]) await home.out(["tick", "1", "4", "--profile", profile]);
    const line = ["config", "source", "4", "AtCoder", "https://atcoder.jp/"];
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

describe("config KEY VALUE writes choices.json:", () => {
  const rows: readonly Row[] = [
    ["backups off", {}, { backups: false }],
    ["backups true", { backups: false }, { backups: true }],
    ["backups ~/My_backups", { list: "all" }, { list: "all", backups: "~/My backups" }],
    ["backups none", { backups: "~/Sync" }, {}],
    ["list none", { list: "all" }, {}],
  ];
  it.each(rows)("%s", async (line, before, after) => {
    const home = homeWith(JSON.stringify(before), CHOICES);
    expect(await change(home, line)).toMatchObject({ code: 0, stderr: "" });
    expect(jsonOf(home, CHOICES)).toEqual(after);
    expect(readdirSync(home.directory)).toEqual([CHOICES]);
  });
});

describe("a file that a setting is written into", () => {
  it("keeps order, values and indentation of what is not changed", async () => {
    const text = `{\n\t"counter": {"line": "ॐ"},\n\t"dayEndsAt": "02:00",\n\t"icons": "/icons/"\n}`;
    const home = homeWith(text);
    await change(home, "dayEndsAt 03:00");
    await change(home, "rest.perMonth 2");
    const lines = [
      "{",
      '"counter": {',
      '\t"line": "ॐ"',
      "},",
      '"dayEndsAt": "03:00",',
      '"icons": "/icons/",',
      '"rest": {',
    ];
    expect(textOf(home)).toBe(`${[...lines, '\t"perMonth": 2', "}"].join("\n\t")}\n}\n`);
  });

  it.each([
    ["is private where it is new", null, 0o600],
    ["keeps its mode", 0o640, 0o640],
  ])("%s", async (_, before, after) => {
    const home = before === null ? localHome() : homeWith("{}");
    const file = join(home.directory, CONFIG);
    if (before !== null) chmodSync(file, before);
    await change(home, "dayEndsAt 03:00");
    expect(statSync(file).mode & 0o777).toBe(after);
    expect(readdirSync(home.directory)).toEqual([CONFIG]);
    expect(textOf(home)).toBe('{\n  "dayEndsAt": "03:00"\n}\n');
  });

  it("is the one behind a link, which stays", async () => {
    const [home, dotfiles] = [localHome(), tempDirectory()];
    const [link, target] = [join(home.directory, CONFIG), join(dotfiles, "settings.json")];
    symlinkSync(target, link);
    for (const time of ["03:00", "04:00"]) {
      await change(home, `dayEndsAt ${time}`);
      expect([lstatSync(link).isSymbolicLink(), JSON.parse(readFileSync(target, "utf8"))]).toEqual([
        true,
        { dayEndsAt: time },
      ]);
    }
    expect([readdirSync(dotfiles), readdirSync(home.directory)]).toEqual([["settings.json"], [CONFIG]]);
  });

  it("loses nothing to a second writer at the same moment", async () => {
    const home = newHome();
    const lines = ["dayEndsAt 03:00", "rest.perMonth 2", "rest.weekdays sun", "backups off", "list all", "problems on"];
    for (const { code, stderr } of await Promise.all(lines.map((line) => change(home, line)))) {
      expect([code, stderr]).toEqual([0, ""]);
    }
    expect(jsonOf(home)).toEqual({ dayEndsAt: "03:00", rest: { weekdays: ["sun"], perMonth: 2 } });
    expect(jsonOf(home, CHOICES)).toEqual({ list: "all", problems: true, backups: false });
    expect(readdirSync(home.directory).sort()).toEqual([CHOICES, CONFIG]);
  });
});

describe("a value that is not allowed is wrong usage, and writes nothing:", () => {
  it.each([
    ["dayEndsAt 9", "'9' is not an end of a day; give a time from 00:00 to 06:00, or none."],
    ["dayEndsAt", "'dailyleet config dayEndsAt' needs a value; give a time from 00:00 to 06:00, or none."],
    ["dayEndsAt 03:00 x", "'dailyleet config dayEndsAt' takes no 'x'; see 'dailyleet config --help'."],
    [
      "rest.weekdays sun,sun",
      "'sun,sun' is not a list of weekdays; give some of sun,mon,tue,wed,thu,fri,sat, each once, or none.",
    ],
    ["rest.weekdays _", expect.stringContaining("is not a list of weekdays")],
    ["rest.perMonth 11", "'11' is not a number of rest days; give one from 0 to 10, or none."],
    ["rest.perMonth 1e0", expect.stringContaining("is not a number of rest days")],
    [
      "backups maybe",
      "'maybe' is not a place for backups; give on, off, a whole path such as ~/Sync/dailyleet, or none.",
    ],
    ["problems _", "' ' is not a choice; give on or off."],
    ["source 6 A https://example.org", "'6' is not the number of a source; give one from 1 to 5, or none."],
    ["source", "'dailyleet config source' needs a value; give one from 1 to 5, or none."],
    ["source none x", "'dailyleet config source' takes no 'x'; see 'dailyleet config --help'."],
    ["account none x", "'dailyleet config account' takes no 'x'; see 'dailyleet config --help'."],
    ["source 2 A", "'dailyleet config source 2' needs a value; give its name and its https address, or none."],
    ["source 2 A http://example.org", expect.stringContaining("must be an https address")],
    [
      "source 2 leetcode https://example.org",
      "Source 2 can't be so: the key 'name' is \"leetcode\", but must be a name that no other source has.",
    ],
    ["source 2 A https://me:SECRET@example.org", expect.not.stringContaining("SECRET")],
    ["sheet ./a.csv", expect.stringContaining("'sheet' isn't a setting. Allowed choices are list, plan, dayEndsAt, ")],
  ])("%s", async (line, sentence) => {
    const home = localHome();
    const words = line.split(" ").map((word) => word.replaceAll("_", " "));
    expect(await refusal(home, ["config", ...words])).toEqual([2, sentence]);
    expect(readdirSync(home.directory)).toEqual([]);
  });
});

describe("in cloud mode", () => {
  it("what the site decides is refused, and the rest is the person's", async () => {
    const { desktop } = await startDesktop();
    const before = textOf(desktop);
    for (const line of ["dayEndsAt 03:00", "rest.weekdays sun", "rest.perMonth none", "source 1 none"]) {
      const { code, stdout, stderr } = await change(desktop, line);
      const [key] = line.split(" ");
      const sentence = `'${key}' is decided by the site, project demo-dailyleet, for all who sign in; ask the person who runs it.`;
      expect([code, stdout, stderr]).toEqual([2, "", `dailyleet: ${sentence}\n`]);
    }
    expect(textOf(desktop)).toBe(before);
    for (const line of ["backups off", "list all"]) expect((await change(desktop, line)).code).toBe(0);
    expect(textOf(desktop)).toBe(before);
    expect(jsonOf(desktop, CHOICES)).toEqual({ backups: false, list: "all" });
    expect((await desktop.run(["config"])).stdout).toMatch(/^backups \(your own\) +false$/m);
  });

  it.each([
    ["that is cut", (text: string) => text.slice(0, 20)],
    ["without a usable project", (text: string) => text.replace('"projectId"', '"project"')],
    ["that is empty", () => ""],
    ["behind a link to nothing", null],
  ])("a configuration %s keeps ticks for the account until it is mended", async (_, spoil) => {
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
    expect((await change(desktop, "dayEndsAt 03:00")).code).toBe(2);
    expect(existsSync(file) && textOf(desktop)).toBe(spoil ? spoil(whole) : false);
    writeFileSync(file, whole);
    expect((await desktop.run(["sync"])).stdout).toBe("1 sent, 0 waiting, 0 refused\n");
    const other = await cloud.signedIn();
    expect(JSON.parse((await other.run(["today", "--json"])).stdout).sources).toEqual(sources);
  });

  it("a fault beside the project leaves it in force", async () => {
    const { desktop } = await startDesktop();
    writeFileSync(join(desktop.directory, CONFIG), JSON.stringify({ ...jsonOf(desktop), dayEndsAt: 3 }));
    const { stdout, stderr } = await desktop.run(["tick", "1", "--json"]);
    expect(JSON.parse(stdout).saved).toBe("cloud");
    expect(stderr).toMatch(/^dailyleet: In .* 'dayEndsAt' is 3, .*, in cloud mode, project demo-dailyleet\.\n$/);
  });
});

const BROKEN: Readonly<Record<string, (file: string) => void>> = {
  "no JSON": (file) => writeFileSync(file, "{"),
  "no text": (file) => writeFileSync(file, ""),
  "a list": (file) => writeFileSync(file, "[]"),
  "an unknown key": (file) => writeFileSync(file, '{"lists":1}'),
  "a wrong value": (file) => writeFileSync(file, '{"list":"grind","plan":[]}'),
  "UTF-16": (file) => writeFileSync(file, Buffer.from("\ufeff{}", "utf16le")),
  "much text": (file) => writeFileSync(file, "[".repeat(2 ** 24)),
  "a directory": (file) => mkdirSync(file),
  "a pipe": (file) => execFileSync("mkfifo", [file]),
  "a link to nothing": (file) => symlinkSync(`${file}.gone`, file),
  "a circle of links": (file) => symlinkSync(file, file),
};

describe.each([CONFIG, CHOICES])("a broken %s", (name) => {
  it.each(Object.entries(BROKEN))("(%s) stops no verb of a day, and is named each time", async (_, spoil) => {
    const home = localHome();
    const file = join(home.directory, name);
    await home.out(["tick", "1"]);
    spoil(file);
    for (const line of ["", "tick 2 3", "untick 2", "undo", "mark 1 solved", "today", "status", "review", "stats"]) {
      const { code, stdout, stderr } = await home.run(line.split(" ").filter(Boolean));
      expect([line, code, stdout === ""]).toEqual([line, 0, false]);
      expect(stderr).toMatch(/^dailyleet: [^\n]+ Until then the defaults count, in local mode\.\n$/);
      expect(stderr).toContain(file);
    }
    const { years } = JSON.parse((await home.run(["export"])).stdout);
    expect(Object.values(Object.values(years)[0] as object)).toEqual([{ 1: true, 2: true, 3: true }]);
    const { code, stdout } = await home.run(["doctor", "--json"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(file)]);
  });

  it.each(["fetch", "import -"])(
    "is refused by '%s', which would take other sources for the person's",
    async (line) => {
      expect(await refusal(homeWith("{", name), line.split(" "))).toEqual([
        1,
        expect.stringContaining("not valid JSON"),
      ]);
    },
  );

  it.each(["{", "[]", ""])(
    "without an object ('%s') is kept beside the new one when a setting is changed",
    async (text) => {
      const home = homeWith(text, name);
      const line = name === CONFIG ? "dayEndsAt 03:00" : "list all";
      const { code, stderr } = await change(home, line);
      const copy = join(home.directory, `${name}.unreadable`);
      expect([code, stderr]).toEqual([0, `dailyleet: The unreadable file is kept as ${copy}.\n`]);
      expect(readFileSync(copy, "utf8")).toBe(text);
      expect(jsonOf(home, name)).toEqual(name === CONFIG ? { dayEndsAt: "03:00" } : { list: "all" });
      expect(await home.run(["today"])).toMatchObject({ code: 0, stderr: "" });
    },
  );
});

describe("a faulty value", () => {
  it("is mended by a good one, or taken out by 'none'; another one stays as it is, and named", async () => {
    const home = homeWith('{"dayEndsAt":3,"rest":"sunday","icons":5}');
    for (const line of ["dayEndsAt 03:00", "rest.weekdays none"]) {
      const { code, stderr } = await change(home, line);
      expect([code, stderr]).toEqual([0, expect.stringContaining("'icons' is 5")]);
    }
    expect(jsonOf(home)).toEqual({ dayEndsAt: "03:00", icons: 5 });
  });

  it("of choices is mended the same way", async () => {
    const home = homeWith('{"list":"grind","problems":true}', CHOICES);
    await change(home, "list none");
    expect(jsonOf(home, CHOICES)).toEqual({ problems: true });
  });

  it("in a file with a project is left to a person, who is told where", async () => {
    const text = '{"firebase":{"apiKey":"k"';
    const home = homeWith(text);
    expect(await refusal(home, ["config", "dayEndsAt", "03:00"])).toEqual([
      1,
      expect.stringContaining("not valid JSON"),
    ]);
    expect([textOf(home), readdirSync(home.directory)]).toEqual([text, [CONFIG]]);
  });
});
