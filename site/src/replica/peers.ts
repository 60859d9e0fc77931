import type { Lock, PeerMessage, Peers } from "@dailyleet/core";

/** The other tabs in which `uid` is signed in. */
export function joinPeers(uid: string): Peers {
  const channel = new BroadcastChannel(`dailyleet/replica/${uid}`);
  let isClosed = false;
  return {
    // What was on its way when the person left has nobody to tell it.
    broadcast: (message) => isClosed || channel.postMessage(message),
    onMessage(listener) {
      channel.onmessage = ({ data }: MessageEvent<PeerMessage>) => listener(data);
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}

/** One tab of the person at a time; all of them where the browser has no locks. */
export function sendingLock(uid: string): Lock {
  return (work) => (navigator.locks ? navigator.locks.request(`dailyleet/${uid}`, work) : work());
}
