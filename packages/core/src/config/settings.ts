import { type CivilDate, epochDay, formatDate, parseDate } from "../calendar/calendar.ts";
import { DailyleetError, orElse } from "../errors.ts";
import { LIST_NAMES } from "../questions/lists.ts";
import { SITE_KEYS, sourceOfSite } from "../sites/hosts.ts";
import { noSourceText, readAccount, readSite, SITES } from "../sites/sites.ts";
import { DEFAULT_SOURCES, type Source } from "../ticks/sources.ts";
import { type Choices, type Config, faultIn, LAST_PLANNED, sourcesOf, WEEKDAYS } from "./config.ts";

/** The settings in force. */
export interface Settings {
  /** `dailyleet.json` and, over it, the person's list, plan and backups. */
  readonly config: Config;
  readonly choices: Choices;
}

interface Situation extends Settings {
  readonly today: CivilDate;
}

/** Keys of a file of settings with their new values; undefined removes a key. */
export type Patch = Readonly<Partial<Record<keyof (Config & Choices), unknown>>>;

interface AnySetting {
  /** `own`: in the person's choices. `site`: in `dailyleet.json`, which in cloud mode is the site's. */
  readonly scope: "own" | "site";
  /** The first words that a shell offers. */
  readonly offers: readonly string[];
}

/** A setting whose value is one word. */
interface OneWord extends AnySetting {
  readonly noun: string;
  readonly allowed: string;
  /** `word` is undefined for `none`. */
  patch(word: string | undefined, situation: Situation): Patch;
}

interface Words extends AnySetting {
  /** The most words of a value. */
  readonly count: number;
  /** Throws `usage` for words that are not allowed. */
  patches(words: readonly string[], situation: Situation): Patch;
}

const NUMBERS = ["1", "2", "3", "4", "5"];
const FLAGS: Readonly<Record<string, boolean>> = { on: true, true: true, off: false, false: false };
const readFlag = (word: string) => (Object.hasOwn(FLAGS, word) ? FLAGS[word] : word);

/** What `dailyleet config` and the page's settings can change. */
export const SETTINGS = {
  list: {
    scope: "own",
    noun: "a list",
    allowed: `${LIST_NAMES.join(", ")}, or none`,
    offers: [...LIST_NAMES, "none"],
    // With another list the plan begins again.
    patch: (list, { choices: { plan }, today }) => ({
      list,
      ...(plan && { plan: { ...plan, from: formatDate(today) } }),
    }),
  },
  plan: {
    scope: "own",
    noun: "a plan",
    allowed: "a day such as 12-30 or 2027-03-31, or none",
    offers: ["none"],
    patch: (day, { today }) => ({
      plan: day && { until: formatDate(readPlanDay(day, today)), from: formatDate(today) },
    }),
  },
  dayEndsAt: {
    scope: "site",
    noun: "an end of a day",
    allowed: "a time from 00:00 to 06:00, or none",
    offers: ["03:00", "none"],
    patch: (dayEndsAt) => ({ dayEndsAt }),
  },
  "rest.weekdays": {
    scope: "site",
    noun: "a list of weekdays",
    allowed: `some of ${WEEKDAYS.join(",")}, each once, or none`,
    offers: [...WEEKDAYS, "none"],
    patch: (days, { config }) => withRest(config, { weekdays: days?.toLowerCase().split(",") }),
  },
  "rest.perMonth": {
    scope: "site",
    noun: "a number of rest days",
    allowed: "one from 0 to 10, or none",
    offers: ["none"],
    patch: (count, { config }) => withRest(config, { perMonth: count && /^\d+$/.test(count) ? Number(count) : count }),
  },
  backups: {
    scope: "own",
    noun: "a place for backups",
    allowed: "on, off, a whole path such as ~/Sync/dailyleet, or none",
    offers: ["on", "off", "none"],
    patch: (place) => ({ backups: place && readFlag(place) }),
  },
  source: { scope: "site", count: 3, offers: NUMBERS, patches: patchSource },
  account: { scope: "own", count: 2, offers: SITE_KEYS, patches: patchAccount },
  problems: {
    scope: "own",
    noun: "a choice",
    allowed: "on or off",
    offers: ["on", "off"],
    patch: (word = "off") => ({ problems: readFlag(word) === false ? undefined : readFlag(word) }),
  },
} as const satisfies Readonly<Record<string, OneWord | Words>>;

export type SettingKey = keyof typeof SETTINGS;

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** The patch that gives a setting the value of these words; of `none`, the default. Throws `usage`. */
export function settingPatch(key: SettingKey, words: readonly string[], situation: Situation): Patch {
  const setting: OneWord | Words = SETTINGS[key];
  const { firebase } = situation.config;
  if (setting.scope === "site" && firebase) {
    const sentence = `'${key}' is decided by the site, project ${firebase.projectId}, for all who sign in; ask the person who runs it.`;
    throw new DailyleetError("usage", sentence);
  }
  const most = "count" in setting && words[0] !== "none" ? setting.count : 1;
  if (words.length > most) {
    const fault = `'dailyleet config ${key}' takes no '${words.at(-1)}'`;
    throw new DailyleetError("usage", `${fault}; see 'dailyleet config --help'.`);
  }
  if ("patches" in setting) return setting.patches(words, situation);
  const [word] = words;
  const patch = word === undefined ? {} : setting.patch(word === "none" ? undefined : word, situation);
  if (word === undefined || faultIn(patch) !== null) throw wrongValue(key, word, setting.noun, setting.allowed);
  return patch;
}

function withRest({ rest }: Config, changed: Readonly<Record<string, unknown>>): Patch {
  const known = Object.entries({ ...rest, ...changed }).filter(([, value]) => value !== undefined);
  return { rest: known.length === 0 ? undefined : Object.fromEntries(known) };
}

function patchSource([number, name, url]: readonly string[], { config }: Situation): Patch {
  if (number === "none") return { sources: undefined };
  const index = NUMBERS.indexOf(number ?? "");
  if (number === undefined || index === -1)
    throw wrongValue("source", number, "the number of a source", "one from 1 to 5, or none");
  const sources = sourcesOf(config);
  const usual = DEFAULT_SOURCES[index] as Source;
  const isNone = name === "none" && url === undefined;
  if (!isNone && (name === undefined || url === undefined)) {
    throw wrongValue(`source ${number}`, undefined, "a source", "its name and its https address, or none");
  }
  const zone = [...sources, ...DEFAULT_SOURCES].find((source) => source.url === url)?.zone;
  const changed = sources.with(index, isNone ? usual : { name: name ?? "", url: url ?? "", ...(zone && { zone }) });
  const fault = faultIn({ sources: changed });
  if (fault !== null) {
    throw new DailyleetError("usage", `Source ${number} can't be so: ${fault.replace(/sources\[\d\]\./, "")}.`);
  }
  const isUsual = changed.every((source, at) => JSON.stringify(source) === JSON.stringify(DEFAULT_SOURCES[at]));
  return { sources: isUsual ? undefined : changed };
}

function patchAccount([word, name]: readonly string[], { config, choices }: Situation): Patch {
  if (word === "none") return { accounts: undefined };
  const site = readSite(word);
  if (site === null) throw wrongValue("account", word, "a site that can be asked", `${SITE_KEYS.join(", ")}, or none`);
  const { [site]: _, ...others } = choices.accounts ?? {};
  if (name === "none") return { accounts: Object.keys(others).length === 0 ? undefined : others };
  const { title, allowed, profile } = SITES[site];
  const account = readAccount(site, name ?? "");
  if (account === null) {
    throw wrongValue(`account ${site}`, name, `an account of ${title}`, `the NAME of ${profile} (${allowed}), or none`);
  }
  if (sourceOfSite(site, sourcesOf(config)) === null) throw new DailyleetError("usage", noSourceText(site));
  return { accounts: { ...choices.accounts, [site]: account } };
}

/** Reads a plan's last day; without a year, the next such day. Throws `usage`. */
export function readPlanDay(text: string, today: CivilDate): CivilDate {
  const date = orElse(null, () => parseDate(text, today, "next"));
  if (date === null || date.year > LAST_PLANNED) {
    const advice = `give one such as 12-30 or ${today.year + 1}-03-31, no later than ${LAST_PLANNED}`;
    throw new DailyleetError("usage", `'${text}' is not a day for a plan; ${advice}.`);
  }
  if (epochDay(date) >= epochDay(today)) return date;
  throw new DailyleetError("usage", `${formatDate(date)} is over; give a day from today on.`);
}

function wrongValue(words: string, value: string | undefined, noun: string, allowed: string): DailyleetError {
  const fault = value === undefined ? `'dailyleet config ${words}' needs a value` : `'${value}' is not ${noun}`;
  return new DailyleetError("usage", `${fault}; give ${allowed}.`);
}

/** The settings as the local server answers them; null stands for the default. */
export interface SettingsDocument {
  readonly version: 1;
  readonly settings: {
    readonly list: Config["list"] | null;
    readonly plan: { readonly until: string; readonly from: string | null } | null;
    readonly dayEndsAt: string | null;
    readonly "rest.weekdays": readonly string[] | null;
    readonly "rest.perMonth": number | null;
    readonly backups: boolean | string | null;
    /** The five in use. */
    readonly sources: readonly Source[];
    readonly accounts: NonNullable<Choices["accounts"]>;
    readonly problems: boolean;
  };
  /** Why a file of settings can't be used as it is. */
  readonly fault: string | null;
}

export function settingsDocument({ config, choices }: Settings, fault: string | null): SettingsDocument {
  const { list = null, plan, dayEndsAt = null, rest, backups = null } = config;
  return {
    version: 1,
    settings: {
      list,
      plan: plan ? { until: plan.until, from: plan.from ?? null } : null,
      dayEndsAt,
      "rest.weekdays": rest?.weekdays ?? null,
      "rest.perMonth": rest?.perMonth ?? null,
      backups,
      sources: sourcesOf(config),
      accounts: choices.accounts ?? {},
      problems: choices.problems ?? false,
    },
    fault,
  };
}
