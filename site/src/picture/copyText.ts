/** Copies a text; resolves to a sentence about it. */
export async function copyText(text: string): Promise<string> {
  if (!navigator.clipboard) return "Copying needs a secure (https) address.";
  return navigator.clipboard.writeText(text).then(
    () => "Copied.",
    () => "Your browser blocked copying; allow it and try again.",
  );
}
