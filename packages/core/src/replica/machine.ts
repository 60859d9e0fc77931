import { assumed, cacheRead, peerStored, read, wrote } from "./copies.ts";
import type { Event, Step } from "./events.ts";
import { changed, leftoversFound, peerChanging, writeBegan, writeFailed, written } from "./ownChanges.ts";
import type { ReplicaState } from "./state.ts";
import { attempted, listed, peerChanged, refused, taken, without } from "./unsentChanges.ts";

/** What follows from an event: the next state, and what is to be done. Pure: the same for the same. */
export function step(state: ReplicaState, event: Event): Step {
  switch (event.kind) {
    case "changed":
      return changed(state, event.changes);
    case "leftoversFound":
      return leftoversFound(state, event.changes);
    case "writeBegan":
      return writeBegan(state, event.changes);
    case "written":
      return written(state, event.changes, event.pending);
    case "writeFailed":
      return writeFailed(state, event.changes);
    case "settled":
      return [{ ...state, unkept: without(state.unkept, event.changes) }, []];
    case "listed":
      return listed(state, event.found, event.before);
    case "storageFailed":
      return [{ ...state, isStorageFailing: true }, []];
    case "taken":
      return taken(state, event.changes);
    case "attempted":
      return attempted(state, event.cells, event.version);
    case "refused":
      return refused(state, event.changes, event.reason);
    case "cacheRead":
      return cacheRead(state, event.part, event.cells);
    case "assumed":
      return assumed(state, event.part);
    case "read":
      return read(state, event.document, event.before);
    case "wrote":
      return wrote(state, event.document, event.before);
    case "contacted":
      return [state.server === event.server ? state : { ...state, server: event.server }, []];
    case "peerChanging":
      return peerChanging(state, event.changes);
    case "peerChanged":
      return peerChanged(state, event.changes);
    case "peerStored":
      return peerStored(state, event.document);
  }
}
