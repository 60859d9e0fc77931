import { randomUUID } from "node:crypto";
import { createFirestore, createHttp, type Transport } from "@dailyleet/client";
import { createNodeNetwork } from "../../packages/cli/src/cloud/network.ts";
import { computerNow } from "../support/computerClock.ts";
import type { Emulator } from "../support/emulator.ts";
import { describePersonStore } from "./personStoreContract.ts";
import { breakingTransport, describeBadLine } from "./suites/badLine.ts";
import type { RemoteBackend } from "./suites/person.ts";

function overEmulator({ host, projectId, token }: Emulator): RemoteBackend {
  const transport = createNodeNetwork().transport;
  const open = (idToken: string, line: Transport) => {
    const http = createHttp({ transport: line, wait: async () => {} });
    return createFirestore({ http, base: `http://${host}`, projectId, idToken: async () => idToken });
  };
  return {
    newUid: randomUUID,
    as: (uid) => open(token(uid), transport),
    overBadLine: (uid) => open(token(uid), breakingTransport(transport)),
    // In the emulator the token 'owner' bypasses the rules.
    plant: async (path, fields) => void (await open("owner", transport).commit([{ path, fields }])),
    now: computerNow,
    stop: async () => {},
  };
}

export function describeEmulatorStore(emulator: Emulator): void {
  describePersonStore("REST on the Firestore emulator", async () => overEmulator(emulator), describeBadLine);
}
