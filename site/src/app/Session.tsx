import { lazyPart } from "../ui/lazyPart.tsx";
import { useValue } from "../ui/useValue.ts";
import { $session } from "./session.ts";
import { TopBar } from "./TopBar.tsx";
import { useScreen } from "./useScreen.ts";

/** A signed-in person never needs it. */
const Gate = lazyPart(() => import("./Gate.tsx"), <Loading />);

/** What depends on who is signed in: the loading screen, the sign-in screen, and the top bar of the others. */
export function Session() {
  const screen = useScreen();
  const session = useValue($session);
  if (screen === "loading") return <Loading />;
  if (screen === "sign-in" || screen === "unusable") return <Gate />;
  return session.status === "signed-in" ? <TopBar name={session.person.name} /> : null;
}

/** The way on is seen after a while, without any script: that may be what does not come. */
function Loading() {
  return (
    <main className="gate">
      <p>Loading...</p>
      <p className="slow">
        This is taking longer than usual. <a href="/">Try again</a>
      </p>
    </main>
  );
}
