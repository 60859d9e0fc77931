/** What this browser remembers of a choice; the first one where it remembers none. */
export function readChoice<T extends string>(name: string, choices: readonly [T, ...T[]]): T {
  try {
    const kept = localStorage.getItem(name);
    return choices.find((choice) => choice === kept) ?? choices[0];
  } catch {
    return choices[0];
  }
}

/** Where the browser keeps no data it forgets the choice. */
export function keepChoice(name: string, choice: string): void {
  try {
    localStorage.setItem(name, choice);
  } catch {}
}
