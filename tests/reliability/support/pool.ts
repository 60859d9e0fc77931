/** Calls `work` for each item, at most `lanes` at a time. Waits for all, then rejects with the first failure. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>, lanes = 3): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}
