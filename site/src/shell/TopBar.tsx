import type { ComponentType, ToggleEvent } from "react";
import { $offer } from "../changes/steps.ts";
import { $session } from "../session/session.ts";
import { lazyPart, useSelected, useValue } from "../ui/react.tsx";
import { whenIdle, whenIdleOrKey } from "../ui/wait.ts";
import { $dialog, type DialogName } from "../view/status.ts";
import { useScreen } from "../view/useScreen.ts";
import { pressButton, VIEW_NAMES } from "../view/view.ts";

const Tools = lazyPart(() => whenIdleOrKey().then(() => import("./Tools.tsx")), <div className="tools" />);
const MenuEntries = lazyPart(() => whenIdleOrKey().then(() => import("./MenuEntries.tsx")));
const StatusLine = lazyPart(() => whenIdle().then(() => import("./StatusLine.tsx")));
const UndoToast = lazyPart(() => import("../changes/UndoToast.tsx"));

/** The loading screen or the top bar; the sign-in screen is no part of React's page. */
export function TopOfPage() {
  const screen = useScreen();
  const session = useValue($session);
  if (screen === "loading") return <Loading />;
  return session.status === "signed-in" && screen !== "unusable" ? <TopBar name={session.person.name} /> : null;
}

/** The style sheet shows the link after a while, because the script may have failed to load. */
function Loading() {
  return (
    <main className="gate">
      <p>Loading...</p>
      <p className="slow">
        <span>This is taking longer than usual. </span>
        <a href="/">Try again</a>
      </p>
    </main>
  );
}

function TopBar({ name }: { name: string }) {
  const screen = useScreen();
  return (
    <>
      <header className="bar">
        <h1>Daily Coding Problem</h1>
        <nav aria-label="Screens">
          {Object.entries(VIEW_NAMES).map(([view, text]) => (
            <a key={view} href={`#${view}`} aria-current={view === screen ? "page" : undefined}>
              {text}
            </a>
          ))}
        </nav>
        <StatusLine />
        <div className="views">
          <button type="button" className="plain" onClick={() => pressButton("switchView")}>
            Switch View
          </button>
          <button type="button" className="plain" onClick={() => pressButton("switchCounter")}>
            Switch counter
          </button>
        </div>
        <Tools />
        <button type="button" className="name" popoverTarget="person" aria-label={`Menu of ${name}`}>
          {initialOf(name)}
        </button>
        <div id="person" popover="auto" onBeforeToggle={placeMenu}>
          <p>
            <bdi>{name}</bdi>
          </p>
          <MenuEntries />
        </div>
        <Offer />
      </header>
      <OpenDialog />
    </>
  );
}

/** The first letter, with its accents and vowel signs. */
const initialOf = (name: string): string => /[^\p{M}\s]\p{M}*/u.exec(name)?.[0].toUpperCase() ?? "…";

/** Measures the button, because the bar has one row or more, and may have scrolled out of the window. */
function placeMenu({ currentTarget }: ToggleEvent<HTMLElement>): void {
  const button = document.querySelector(".bar > .name");
  if (button) currentTarget.style.setProperty("--below", `${button.getBoundingClientRect().bottom}px`);
}

const DIALOGS: Readonly<Record<DialogName, ComponentType>> = {
  data: lazyPart(() => import("../data/YourData.tsx")),
  settings: lazyPart(() => import("../settings/Settings.tsx")),
  keys: lazyPart(() => import("./Keys.tsx")),
  sites: lazyPart(() => import("../judges/FoundDialog.tsx")),
  share: lazyPart(() => import("../picture/PictureDialog.tsx")),
};

function OpenDialog() {
  const name = useValue($dialog);
  const Part = name && DIALOGS[name];
  return Part && <Part />;
}

function Offer() {
  return useSelected($offer, (offer) => offer !== null) && <UndoToast />;
}
