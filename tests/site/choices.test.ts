import { beforeEach, expect, test, vi } from "vitest";
import { $choiceFaults, $choices, chooseList, choosePlan } from "../../site/src/list/questions.ts";
import { $config } from "../../site/src/session/setup.ts";
import { STORED_CONFIG, storedNames } from "../../site/src/ui/stored.ts";
import { $today } from "../../site/src/view/today.ts";
import { useBrowser } from "./support/browser.ts";

const FROM = { year: 2026, month: 6, day: 1 };
const PLAN = { from: FROM, until: { year: 2026, month: 12, day: 30 } };

/** The configuration that the local server has. */
let config: object;
/** Its answer to a new value; it takes the value where this is undefined. */
let refusal: (() => Response | Promise<Response>) | undefined;

// A component listens, too.
$choices.listen(() => {});
beforeEach(() => {
  void useBrowser();
  config = { local: true, list: "neetcode150", plan: { until: "2026-12-30", from: "2026-06-01" } };
  refusal = undefined;
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    if (method === "GET") return Response.json(config);
    if (refusal) return refusal();
    const { key, value } = JSON.parse(String(body));
    config = {
      ...config,
      [key]: key === "plan" && value ? { until: value, from: "2026-06-10" } : (value ?? undefined),
    };
    return Response.json({ version: 1, settings: {}, fault: null });
  });
  $today.set({ year: 2026, month: 6, day: 10 });
  $config.set({ sources: [], ...config });
  $choiceFaults.set({ list: "", plan: "" });
});

const keptHere = () => storedNames("dailyleet/").filter((name) => name !== STORED_CONFIG);
const faultOf = (setting: "list" | "plan", text: RegExp) =>
  vi.waitFor(() => expect($choiceFaults.get()[setting]).toMatch(text));

test.each([
  ["is gone", () => Promise.reject(new TypeError("fetch failed")), /^The local server doesn't answer/],
  ["refuses it", () => Response.json({ error: { message: "Not so." } }, { status: 400 }), /^Not so\.$/],
])(
  "where the local server %s, a chosen list or plan goes back to the saved one and says why",
  async (_, answer, why) => {
    refusal = answer;
    chooseList("all");
    expect($choices.get().list).toBe("all");
    await faultOf("list", why);
    expect($choices.get()).toEqual({ list: "neetcode150", plan: PLAN });
    choosePlan("");
    expect($choices.get().plan).toBeNull();
    await faultOf("plan", why);
    expect($choices.get()).toEqual({ list: "neetcode150", plan: PLAN });
    expect(keptHere()).toEqual([]);

    refusal = undefined;
    chooseList("all");
    await faultOf("list", /^$/);
    expect([$choices.get().list, config]).toMatchObject(["all", { list: "all" }]);
  },
);

test("of two choices made at once the later one stands, whatever the earlier one's answer", async () => {
  let count = 0;
  refusal = () => {
    if (++count === 1) refusal = undefined;
    return Response.json({ error: { message: "Not so." } }, { status: 400 });
  };
  chooseList("dailyleet75");
  chooseList("all");
  await vi.waitFor(() => expect(config).toMatchObject({ list: "all" }));
  await faultOf("list", /^$/);
  expect($choices.get().list).toBe("all");
});

test("this browser keeps a choice that the computer's files can't hold", async () => {
  // Its file names a list beside the sheet.
  config = { ...config, sheet: "https://docs.example/sheet" };
  $config.set({ sources: [], ...config });
  refusal = () => Response.json({ version: 1, settings: {}, fault: null });
  chooseList("own");
  await vi.waitFor(() => expect(keptHere()).toContain("dailyleet/list"));
  expect($choices.get().list).toBe("own");
  refusal = undefined;
  chooseList("all");
  await vi.waitFor(() => expect(keptHere()).not.toContain("dailyleet/list"));
  expect($choices.get().list).toBe("all");
});

test("in the cloud a choice is this browser's alone", () => {
  refusal = () => expect.unreachable();
  $config.set({ sources: [] });
  chooseList("all");
  choosePlan("2026-12-31");
  expect($choices.get()).toEqual({
    list: "all",
    plan: { from: { year: 2026, month: 6, day: 10 }, until: { year: 2026, month: 12, day: 31 } },
  });
  expect(keptHere().length).toBeGreaterThan(0);
});
