/** The console texts of the product's error catalogue. */
export type ConsoleText = "Error during Google sign-in" | "Error fetching ticks" | "Error saving tick";

/** Only the message: an error object of a library may hold tokens. */
export function report(text: ConsoleText, error: unknown): void {
  console.error(`${text}: ${messageOf(error)}`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
