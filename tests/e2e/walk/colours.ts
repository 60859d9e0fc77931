import { beforeEach, describe, expect, it } from "vitest";
import { newPage, type Stage } from "../support/browser.ts";
import { capabilitiesOf, contrast } from "../support/colours.ts";
import type { Opened } from "./page.ts";

/** Colours, contrast and printing, as the person and the system choose them. */
export function colourFacts(stage: Stage, page: Opened): void {
  beforeEach(() =>
    page().emulateMedia({ media: "screen", colorScheme: "light", forcedColors: "none", contrast: "no-preference" }),
  );

  const bar = () => page().locator(".bar");
  const switchView = () => bar().getByRole("button", { name: "Switch View" }).click();
  const both = async (one: string, other: string) =>
    [await capabilitiesOf(page(), one), await capabilitiesOf(page(), other)] as const;
  const theme = () => bar().getByRole("button", { name: /^Theme/ });

  it("the first click on the theme changes what is seen, and the system's choice comes again", async () => {
    const paper = async () => (await capabilitiesOf(page(), "body")).backgroundColor;
    const name = () => theme().getAttribute("aria-label");
    for (const [system, other] of [
      ["light", "Dark"],
      ["dark", "Light"],
    ] as const) {
      await page().emulateMedia({ colorScheme: system });
      const before = await paper();
      await theme().click();
      expect(await paper()).not.toBe(before);
      expect(await name()).toBe(`Theme: ${other}`);
      await theme().click();
      expect([(await name())?.toLowerCase(), await paper()]).toEqual([`theme: ${system}`, before]);
      await theme().click();
      expect([await name(), await paper()]).toEqual(["Theme: System", before]);
    }
  });

  it("paper is white: a year is printed in the same colours, whatever the theme", async () => {
    const printed = async () => {
      await page().emulateMedia({ media: "print" });
      const looks = await page()
        .locator(":is(body, .glance, .glance *)")
        .evaluateAll((parts) =>
          parts.map((part) => {
            const { color, backgroundColor, borderColor } = getComputedStyle(part);
            return [color, backgroundColor, borderColor].join();
          }),
        );
      await page().emulateMedia({ media: "screen" });
      return [...new Set(looks)].sort();
    };
    const light = await printed();
    expect(contrast((await capabilitiesOf(page(), "body")).color, "rgb(255, 255, 255)")).toBeGreaterThan(7);
    await page().emulateMedia({ colorScheme: "dark" });
    expect(await printed()).toEqual(light);
    await page().emulateMedia({ colorScheme: "light" });
    for (const name of ["Dark", "Light"]) {
      await theme().click();
      expect(await theme().getAttribute("aria-label")).toBe(`Theme: ${name}`);
      expect(await printed()).toEqual(light);
    }
    await theme().click();
  });

  it("on paper the strength has a colon in place of its button", async () => {
    await page().emulateMedia({ media: "print" });
    const [name, button] = [page().locator(".in-all > :first-child"), page().locator(".why")];
    expect(await name.evaluate((one) => getComputedStyle(one, "::after").content)).toBe('": "');
    expect(await button.isVisible()).toBe(false);
    await page().emulateMedia({ media: "screen" });
  });

  it("the heatmap has its numbers under the pointer, with the focus, with more contrast, in forced colours, on paper", async () => {
    const shown = () =>
      page()
        .locator(".heatmap .cell[aria-current]")
        .evaluate((cell) => {
          const { content } = getComputedStyle(cell, "::before");
          return content === `"${cell.getAttribute("data-level")}"`;
        });
    await page().mouse.move(0, 0);
    expect(await shown()).toBe(false);
    const cell = page().locator(".heatmap .cell[tabindex='0']");
    await cell.hover();
    expect(await shown()).toBe(true);
    await page().mouse.move(0, 0);
    await cell.focus();
    expect(await shown()).toBe(true);
    await cell.blur();
    for (const media of [{ contrast: "more" }, { forcedColors: "active" }, { media: "print" }] as const) {
      expect(await shown()).toBe(false);
      await page().emulateMedia(media);
      expect(await shown()).toBe(true);
      await page().emulateMedia({ media: "screen", forcedColors: "none", contrast: "no-preference" });
    }
  });

  it("the sign-in screen has a year behind its words, and none where colours are the system's or contrast is wanted", async () => {
    const { page: gate } = await newPage(stage);
    await gate.goto(stage.server.url);
    const year = gate.locator(".gate .year");
    await expect.poll(() => year.isVisible()).toBe(true);
    expect((await fetch(`${stage.server.url}/year.svg`)).status).toBe(200);
    for (const media of [{ contrast: "more" }, { forcedColors: "active" }] as const) {
      await gate.emulateMedia(media);
      expect(await year.isVisible()).toBe(false);
      await gate.emulateMedia({ contrast: "no-preference", forcedColors: "none" });
    }
  });

  describe("with forced colours", () => {
    beforeEach(() => page().emulateMedia({ forcedColors: "active" }));

    it("today is told from the other days, in the calendar and in the heatmap", async () => {
      for (const [part, today, other] of [
        ["day", ".day[aria-current] ol", ".day:not([aria-current])"],
        ["cell", ".cell[aria-current]", ".cell:not([aria-current])"],
      ] as const) {
        const looks = await both(today, other);
        expect([part, ...looks.map(({ outlineStyle }) => outlineStyle)]).toEqual([part, "solid", "none"]);
      }
    });

    it("'Done' is told from 'Untried', and many sources of a day from none, by more than words", async () => {
      const [done, untried] = await both("[aria-pressed=true]", "[aria-pressed=false]");
      expect(contrast(done.backgroundColor, untried.backgroundColor)).toBeGreaterThan(3);
      expect(contrast(done.backgroundColor, done.color)).toBeGreaterThan(4.5);
      const [ofToday, ofOther] = await both(".today [aria-pressed=true]", ".day:not(.today) > [aria-pressed=true]");
      expect(ofToday).toEqual(ofOther);
      const [all, none] = await both(".legend [data-level='5']", ".legend [data-level='0']");
      expect(contrast(all.backgroundColor, none.backgroundColor)).toBeGreaterThan(3);
    });

    it("what stands side by side in the bar does not touch", async () => {
      const gaps = await bar()
        .locator(".views button, .tools > button, .name")
        .evaluateAll((parts) =>
          parts.slice(1).map((part, index) => {
            const before = parts[index]?.getBoundingClientRect().right ?? Number.NaN;
            return part.getBoundingClientRect().left - before;
          }),
        );
      expect(gaps).toHaveLength(4);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
    });

    it("the count of a pressed chip is read on its ground, and a list keeps its arrow", async () => {
      await switchView();
      const { backgroundColor } = await capabilitiesOf(page(), ".chips [aria-pressed=true]");
      const { color } = await capabilitiesOf(page(), ".chips [aria-pressed=true] b");
      expect(contrast(color, backgroundColor)).toBeGreaterThan(4.5);
      const appearance = await page()
        .locator(".filter select")
        .first()
        .evaluate((list) => getComputedStyle(list).appearance);
      expect(appearance).not.toBe("none");
      await switchView();
      await page().getByRole("grid").waitFor();
    });

    it("the theme's sign shows which one it is", async () => {
      await page().setViewportSize({ width: 768, height: 900 });
      await page().mouse.move(0, 400);
      const signs = new Set<string>();
      for (let press = 0; press < 3; press++) {
        await theme().press("Enter");
        signs.add((await theme().screenshot()).toString("base64"));
      }
      expect(signs.size).toBe(3);
    });
  });

  describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
    beforeEach(() => page().emulateMedia({ colorScheme }));

    it("who asks for more contrast has edges of 4.5:1 and words of 7:1", async () => {
      await page().emulateMedia({ contrast: "more" });
      const paper = (await capabilitiesOf(page(), "body")).backgroundColor;
      for (const part of [".day", ".views button", "[aria-pressed=false]", ".year-switch button"]) {
        expect([part, contrast((await capabilitiesOf(page(), part)).borderColor, paper) >= 4.5]).toEqual([part, true]);
      }
      const links = [".bar nav a:not([aria-current])", ".figures dt", ".today li", ".name"];
      for (const part of [...links, "[aria-pressed=false]", "[aria-pressed=true]"]) {
        const { color, backgroundColor } = await capabilitiesOf(page(), part);
        const ground = backgroundColor === "rgba(0, 0, 0, 0)" ? paper : backgroundColor;
        expect([part, contrast(color, ground) >= 7]).toEqual([part, true]);
      }
    });

    it("the fields of the questions have an edge of 3:1", async () => {
      await switchView();
      await page().getByRole("searchbox").waitFor();
      const paper = (await capabilitiesOf(page(), "body")).backgroundColor;
      for (const field of [".filter input", ".filter select >> nth=0"]) {
        const { borderColor, backgroundColor } = await capabilitiesOf(page(), field);
        expect(contrast(borderColor, paper)).toBeGreaterThanOrEqual(3);
        expect(contrast(borderColor, backgroundColor)).toBeGreaterThanOrEqual(3);
      }
      await switchView();
      await page().getByRole("grid").waitFor();
    });
  });
}
