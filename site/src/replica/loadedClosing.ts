import { type Closing, DailyleetError } from "@dailyleet/core";

/** Closes a year by a part that is loaded for it: nobody needs it on any other day. */
export const loadedClosing: Closing = async (...args) => {
  const { closeYear } = await import("./closing.ts").catch((cause) => {
    throw new DailyleetError("unavailable", "The part that begins a new year could not be loaded; reload the page.", {
      cause,
    });
  });
  return closeYear(...args);
};
