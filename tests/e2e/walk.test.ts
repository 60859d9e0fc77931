import { afterAll, beforeAll, describe } from "vitest";
import { useStage } from "./support/browser.ts";
import { FAMILIES } from "./support/fonts.ts";
import { calendarFacts } from "./walk/calendar.ts";
import { colourFacts } from "./walk/colours.ts";
import { openingFacts } from "./walk/openings.ts";
import { dress, importStreak, type Opened } from "./walk/page.ts";
import { phoneFacts } from "./walk/phone.ts";
import { openStill } from "./walk/stillness.ts";
import { passingTimeFacts, todayFacts } from "./walk/todaysCard.ts";
import { longWordFacts, windowFacts } from "./walk/windows.ts";

// A few pages go through all windows, fonts and media, because opening a page takes seconds.
const stage = useStage();
const [WIDE, NARROW] = FAMILIES;
beforeAll(() => importStreak(stage));

/** A group of facts that starts with the usual window, font and media. */
function topic(name: string, page: Opened, facts: () => void): void {
  describe(name, () => {
    beforeAll(async () => {
      await page().setViewportSize({ width: 1280, height: 720 });
      await page().emulateMedia({ media: "screen", colorScheme: "light", reducedMotion: "reduce" });
      await dress(page(), WIDE);
    });
    facts();
  });
}

describe("on a tablet", () => {
  openStill(stage, WIDE, { viewport: { width: 768, height: 1000 }, hasTouch: true, isMobile: true });
});

describe.each(FAMILIES)("on a phone, opened in %s,", (family) => {
  const page = openStill(stage, family, { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  // These facts use both families themselves.
  if (family === NARROW) phoneFacts(page);
  afterAll(() => page()?.context().close());
});

describe("on a desktop", () => {
  const page = openStill(stage, WIDE, { viewport: { width: 1280, height: 720 } });
  const url = () => stage.server.url;
  topic("the calendar", page, () => calendarFacts(page, url));
  topic("today", page, () => todayFacts(page));
  topic("colours", page, () => colourFacts(stage, page));
  topic("windows and letters", page, () => windowFacts(page));
  topic("opening", page, () => openingFacts(page, url));
  afterAll(() => page()?.context().close());
});

longWordFacts(stage);
passingTimeFacts(stage);
