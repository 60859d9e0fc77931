import { NO_MARKS, type ShownMarks } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { $connection, type Connection, watchedTables } from "./connection.ts";

const UNKNOWN: ShownMarks = { status: "unknown", marks: NO_MARKS };

/**
 * The person's marks, as far as they are known; read only while something shows them. Apart from `practice.ts`, because
 * today's card needs them without the scheduler.
 */
export const $marks = atom<ShownMarks>(UNKNOWN);

onMount($marks, () => {
  watchedTables.add("marks");
  let unfollow = () => {};
  const unbind = $connection.subscribe((connection) => {
    unfollow();
    $marks.set(UNKNOWN);
    unfollow = connection ? follow(connection) : () => {};
  });
  return () => {
    watchedTables.delete("marks");
    unbind();
    unfollow();
  };
});

/** First the stored marks, then the server's. */
function follow({ replica }: Connection): () => void {
  const show = () => $marks.set(replica.marks());
  const unsubscribe = replica.subscribe("marks", show);
  show();
  void replica.load(["marks"]).then(() => replica.sync({ tables: ["marks"] }));
  return unsubscribe;
}
