import { changesText } from "../lib/statusText.ts";
import { $signInNote, signIn } from "../stores/signIn.ts";
import { $leftBehind } from "../stores/status.ts";
import { useValue } from "./useValue.ts";

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
