/** A function that makes its value when it is first asked for, and returns the same one from then on. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
