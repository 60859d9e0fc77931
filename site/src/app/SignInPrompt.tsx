import SignInButton from "./SignInButton.tsx";

/** The questions for nobody. */
export default function SignInPrompt() {
  return (
    <main className="gate">
      <h1>Please sign in</h1>
      <SignInButton />
    </main>
  );
}
