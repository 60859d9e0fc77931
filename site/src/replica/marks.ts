import { NO_MARKS, type ShownMarks } from "@dailyleet/core";
import { atom, onMount } from "nanostores";
import { $connection, type Connection } from "./connection.ts";
import { watchedParts } from "./watchedParts.ts";

const UNKNOWN: ShownMarks = { status: "unknown", marks: NO_MARKS };

/** The person's marks, as far as they are known. They are read while somebody looks at them, and not before. */
export const $marks = atom<ShownMarks>(UNKNOWN);

onMount($marks, () => {
  watchedParts.add("marks");
  let leave = () => {};
  const unbind = $connection.subscribe((connection) => {
    leave();
    $marks.set(UNKNOWN);
    leave = connection ? follow(connection) : () => {};
  });
  return () => {
    watchedParts.delete("marks");
    unbind();
    leave();
  };
});

/** First as they were kept, then as the server says. */
function follow({ replica }: Connection): () => void {
  const show = () => $marks.set(replica.marks());
  const unsubscribe = replica.subscribe("marks", show);
  show();
  void replica.load(["marks"]).then(() => replica.sync({ parts: ["marks"] }));
  return unsubscribe;
}
