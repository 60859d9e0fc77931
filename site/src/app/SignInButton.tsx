import { useValue } from "../ui/useValue.ts";
import { $signInNote, signIn } from "./signIn.ts";
import { $leftBehind } from "./status.ts";
import { changesText } from "./statusText.ts";

/** The one way in; quietly, what waits for it and why it did not work the last time. */
export default function SignInButton() {
  const note = useValue($signInNote);
  const waiting = useValue($leftBehind);
  return (
    <>
      <button type="button" className="primary" onClick={signIn}>
        Sign in with Google
      </button>
      <p role="status" className="note">
        {waiting > 0 && `Sign in again to send ${changesText(waiting)}`} {note}
      </p>
    </>
  );
}
