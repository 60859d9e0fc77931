import { useEffect, useState } from "react";
import { useValue } from "../ui/useValue.ts";
import { countLeftBehind } from "./leave.ts";
import { $signInNote, signIn } from "./signIn.ts";
import { changesText } from "./status.ts";

/** The one way in; quietly, what waits for it and why it did not work the last time. */
export default function SignInButton() {
  const note = useValue($signInNote);
  const [waiting, setWaiting] = useState(0);
  useEffect(() => void countLeftBehind().then(setWaiting), []);
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
