import { SOURCE_NUMBERS } from "@dailyleet/core";
import { useValue } from "../ui/useValue.ts";
import SignInButton from "./SignInButton.tsx";
import { $setup, type Setup } from "./setup.ts";

/** The page for nobody: the sign-in screen, or in one sentence why there is none. */
export default function Gate() {
  const setup = useValue($setup);
  return (
    <main className="gate">
      <img src="/favicon.svg" alt="" width="72" height="72" />
      <h1>dailyleet</h1>
      {setup.status === "unusable" ? <Unusable setup={setup} /> : <SignInScreen />}
    </main>
  );
}

function SignInScreen() {
  return (
    <>
      <p className="five" aria-hidden="true">
        {SOURCE_NUMBERS.map((source) => (
          <span key={source} />
        ))}
      </p>
      <p>Five practice sites, one tick each, every day.</p>
      <SignInButton />
    </>
  );
}

type UnusableSetup = Setup & { readonly status: "unusable" };

function Unusable({ setup }: { setup: UnusableSetup }) {
  return (
    <>
      <p>{sentenceOf(setup)}</p>
      {setup.reason === "unreachable" && (
        <button type="button" className="primary" onClick={() => location.reload()}>
          Try again
        </button>
      )}
    </>
  );
}

const UNCONNECTED =
  "This page isn't connected to a database yet: add a dailyleet.json with a 'firebase' section next to it, " +
  "as the deployment guide (docs/deploy.md) explains, or run 'dailyleet serve' on this computer.";
const UNREACHABLE = "Part of the page didn't load. Check your connection and try again.";

function sentenceOf({ reason }: UnusableSetup): string {
  if (reason === "unconnected") return UNCONNECTED;
  return reason === "unreachable" ? UNREACHABLE : reason.message;
}
